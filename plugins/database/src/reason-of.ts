/** What an error says, whatever realm it comes from; its code where it says nothing, as those of several addresses do. */
export const reasonOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return String(error);
  const message = 'message' in error ? String(error.message) : '';
  return message === '' && 'code' in error ? String(error.code) : message;
};
