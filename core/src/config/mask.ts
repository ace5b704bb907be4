/** The text that replaces a credential. */
export const mask = '********';
