/** The message of an error from any realm; its code if it has no message. Errors about several addresses have none. */
export const reasonOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return String(error);
  const message = 'message' in error ? String(error.message) : '';
  return message === '' && 'code' in error ? String(error.code) : message;
};
