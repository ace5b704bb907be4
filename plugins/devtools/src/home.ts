/** The address of the pages. */
export const home = '/_taproot';
