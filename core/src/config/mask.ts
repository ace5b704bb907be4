/** Stands in place of a credential. */
export const mask = '********';
