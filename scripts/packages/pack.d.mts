/** Packs every public package of a repository into a folder; resolves to their names. */
export function pack(root: string, folder: string): Promise<string[]>;
