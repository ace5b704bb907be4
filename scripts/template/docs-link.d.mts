/** The documentation in a repository, as `repository` of a package.json names it; null when it names no page of the web. */
export declare const docsUrl: (repository?: string | { readonly url?: string }) => string | null;

/** Makes README.md and the welcome page of an application link to the documentation; without an address they name it. */
export declare const linkDocs: (files: Map<string, string>, url: string | null) => void;
