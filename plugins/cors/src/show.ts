/** An entry of a configuration list as messages quote it. */
export const show = (entry: unknown): string => (typeof entry === 'string' ? JSON.stringify(entry) : String(entry));
