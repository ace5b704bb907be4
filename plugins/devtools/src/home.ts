/** Where the pages are. */
export const home = '/_taproot';
