/** The path of the tools. */
export const home = '/_taproot';
