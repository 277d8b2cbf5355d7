/** The types of eager.mjs, for its test. */
export function markUsualFunctions(folder: string): void;
export function markFunctions(source: string, ran: ReadonlySet<string>): string;
