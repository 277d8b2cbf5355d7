/** Knows how times are written: RFC 3339 in UTC. */

/** Seconds since the epoch as RFC 3339 has them; what it has no year for, as their number. */
export function toTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  const year = date.getUTCFullYear();
  // RFC 3339 1: years have four digits.
  if (!(year >= 0 && year <= 9999)) return `${seconds} s`;
  // The same as the date's own text, which the engine is slow to write for the first time.
  const day = `${pad(year, 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  const time = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`;
  const rest = date.getUTCMilliseconds();
  return `${day}T${time}${rest === 0 ? '' : `.${pad(rest, 3)}`}Z`;
}

function pad(number: number, digits = 2): string {
  return String(number).padStart(digits, '0');
}
