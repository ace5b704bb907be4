/** As much of a document as the tests look at. */
export interface Document {
  readonly info: unknown;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, unknown>>;
    readonly securitySchemes?: unknown;
  };
}

type Content = Readonly<Record<string, { readonly schema?: unknown }>>;

/** An operation of a document. */
export interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly security?: unknown;
  readonly parameters?: readonly { readonly name?: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly headers?: unknown; readonly content?: Content }>
  >;
}

/** The operation of a method and a path; throws when there is none. */
export const operationOf = ({ paths }: Document, method: string, path: string): Operation => {
  const found = paths[path]?.[method];
  if (found === undefined) throw new Error(`There is no ${method} ${path}.`);
  return found;
};

/** The codes that an operation can answer with this status. */
export const problemCodes = (document: Document, method: string, path: string, status: string): unknown => {
  const schema = operationOf(document, method, path).responses[status]?.content?.['application/json']?.schema;
  return (schema as { readonly properties?: { readonly code?: { readonly enum?: unknown } } } | undefined)?.properties
    ?.code?.enum;
};
