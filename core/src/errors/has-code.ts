/** Whether something thrown bears one of these codes, for example `ENOENT`; true across realms, where `instanceof` is not. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
