/** Knows what `keys doctor` tells of a key on a token. */
import { describeKind } from '../../public-jwk.js';
import type { Symptom } from '../../symptom.js';
import { CKF_USER_PIN_COUNT_LOW, CKF_USER_PIN_FINAL_TRY } from './cryptoki.js';
import { hasFlag } from './numbers.js';
import { findObstacle, type OpenedKey } from './opened-key.js';
import { unpad } from './seen.js';

/** One line for each thing that was looked at; nothing in it is secret. */
export function toSymptoms(key: OpenedKey): Symptom[] {
  const obstacle = findObstacle(key);
  const { maySign, methods, publicKey } = key;
  const hint = obstacle?.hint === undefined ? {} : { hint: obstacle.hint };
  const symptoms: Symptom[] = [
    describeToken(key),
    { level: 'good', subject: 'key', text: key.name },
    maySign
      ? { level: 'good', subject: 'CKA_SIGN', text: 'the key may sign' }
      : { level: 'bad', subject: 'CKA_SIGN', text: 'the key is not for signing', ...hint },
    key.isKept
      ? { level: 'good', subject: 'custody', text: 'the key cannot leave the token' }
      : {
          level: 'doubtful',
          subject: 'custody',
          text: 'the key can be read from the token (CKA_EXTRACTABLE, or not CKA_SENSITIVE)',
          hint: 'make a new key on the token, so that it never was anywhere else',
        },
  ];
  if (!('jwk' in publicKey)) {
    return [
      ...symptoms,
      { level: 'bad', subject: 'public key', text: `the key ${publicKey.reason}`, ...hint },
    ];
  }
  const { jwk, source } = publicKey;
  const used = [...methods].map(([name, method]) => `${name} by ${method.name}`);
  return [
    ...symptoms,
    { level: 'good', subject: 'public key', text: `${describeKind(jwk)}, from ${source}` },
    used.length > 0
      ? { level: 'good', subject: 'mechanisms', text: used.join(', ') }
      : { level: 'bad', subject: 'mechanisms', text: 'the token signs with none that fits the key', ...hint },
  ];
}

/** What is left of the tries for the PIN is only told in steps, and only by some tokens. */
function describeToken({ session }: OpenedKey): Symptom {
  const { info, name } = session.token;
  const text = `${name}, ${unpad(info.manufacturerID)}, ${unpad(info.model)}`;
  const isFinal = hasFlag(info.flags, CKF_USER_PIN_FINAL_TRY);
  if (!isFinal && !hasFlag(info.flags, CKF_USER_PIN_COUNT_LOW))
    return { level: 'good', subject: 'token', text };
  return {
    level: 'doubtful',
    subject: 'token',
    text: `${text}; a wrong PIN was given ${isFinal ? 'until one try was left' : 'before'}`,
    hint: isFinal ? 'one more wrong PIN locks it' : 'a few wrong PINs lock it; find out who gives them',
  };
}
