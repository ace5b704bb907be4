import { posix } from 'node:path';
import type { Context } from '@taproot/core';
import { openRecord } from '@taproot/core/internal';
import { orNull, type RouteInfo, type Settings } from '@taproot/core/plugin';
import type { BodyType } from './body-type.ts';

/** Decides whether the sender of a request may see the document and its page. */
export type OpenApiAccess = (ctx: Context) => boolean | Promise<boolean>;

/** `config.openapi.client`: what the typed client has. */
export interface OpenApiClientConfig {
  /**
   * The type of dates in responses: `string` (default) leaves them as JSON has them, `date` makes `Date` of each string of the format
   * date-time. `createClient()` then needs `dates: 'date'`, too.
   */
  dates: 'string' | 'date';
  /** Whether `openapi:write` also writes mocks.js, handlers for tests. They need the package `msw`, which you install. Off by default. */
  mocks: boolean;
  /** Whether `openapi:write` also writes zod.js, schemas with the types of the client. They need the package `zod`, which you install. Off by default. */
  zod: boolean;
}

/** Decides whether a route is in a document. */
export type OpenApiRoutes = (route: RouteInfo) => boolean;

/** Settings of one document. */
export interface OpenApiDocumentConfig {
  /** The document, relative to the application's folder. Commit it: production serves it as it is. That of the sockets is beside it: asyncapi.json. */
  file: string;
  /** Path at which the document is served, with that of the sockets beside it; null to serve neither the documents nor the page. */
  path: string | null;
  /** Path of the page that shows the document, by `@scalar/api-reference`; null for no page. */
  page: string | null;
  /**
   * Who sees the document and its page: a function of the context, true for all clients, false for none. By default
   * (null) all clients while `app.debug` is on, and otherwise those with the ability `viewApiDocs`; none if that
   * ability is not defined.
   */
  access: OpenApiAccess | boolean | null;
  /** Which routes the document has; null (default) for all. */
  routes: OpenApiRoutes | null;
  /** The typed client that `openapi:write` writes beside the document: routes.d.ts and routes.js, and sockets.d.ts for sockets; null for none. */
  client: OpenApiClientConfig | null;
  /** Title of the API; null (default) takes the name in package.json. */
  title: string | null;
  /** Version of the API; null (default) takes the one in package.json. */
  version: string | null;
  /** Describes the API, in Markdown; null (default) for no description. */
  description: string | null;
  /** The people who answer questions about the API; null (default) for no contact. */
  contact: { name?: string; url?: string; email?: string } | null;
  /** The licence of the API: its name, with its SPDX identifier or the address of its text; null (default) for none. */
  license: { name: string; identifier?: string; url?: string } | null;
  /** Address of the terms of use; null (default) for none. */
  terms: string | null;
  /** Where the API is served. */
  servers: { url: string; description?: string }[];
}

/** Settings of a further document. Keys that it leaves out are those of the first one. */
export interface OpenApiFurtherConfig extends Partial<Omit<OpenApiDocumentConfig, 'client'>> {
  /** The client of this document; null for none. */
  client?: Partial<OpenApiClientConfig> | null;
}

/** `config.openapi`; its file is config/openapi.ts. Its own keys describe the first document. */
export interface OpenApiConfig extends OpenApiDocumentConfig {
  /** The tsconfig.json of the application's code, relative to its folder. */
  tsconfig: string;
  /** Media type of errors. Set it if a tap of `http.error` sends another one; a tap of `openapi.problem` may give one for each error. */
  problem_type: string;
  /** Whether `x-taproot-rules` names the tables and columns of `exists` and `unique`; true by default. */
  table_names: boolean;
  /**
   * Further documents by name: `{ v1: { routes: ({ path }) => path.startsWith('/v1/') } }`. Keys that an entry leaves out are those of the
   * first document, but its file is in a folder of its name, and it is served at `/<name>/openapi.json` and `/<name>/docs`.
   */
  documents: Record<string, OpenApiFurtherConfig>;
}

const openApiClient: OpenApiClientConfig = { dates: 'string', mocks: false, zod: false };

export const openApiDefaults = orNull<OpenApiConfig>(
  {
    file: 'api/openapi.json',
    path: '/openapi.json',
    page: '/docs',
    access: null,
    routes: null,
    tsconfig: 'tsconfig.json',
    client: openApiClient,
    title: null,
    version: null,
    description: null,
    contact: null,
    license: null,
    terms: null,
    servers: [{ url: '/' }],
    problem_type: 'application/json',
    table_names: true,
    documents: openRecord({}),
  },
  'path',
  'page',
  'client',
  'title',
  'version',
  'description',
  'terms',
);

/** A document of the application. */
export interface DocumentSettings extends OpenApiDocumentConfig {
  /** Its key in `openapi.documents`; null for the first document. */
  readonly name: string | null;
}

/** The documents of an application, the first one and those of `openapi.documents`. */
export const documentsOf = ({
  documents,
  ...first
}: Settings<OpenApiConfig>): readonly [first: DocumentSettings, ...further: DocumentSettings[]] => [
  { ...first, name: null },
  ...Object.entries(documents).map(([name, own]) => ({
    ...first,
    routes: null,
    file: posix.join(posix.dirname(first.file), name, posix.basename(first.file)),
    path: first.path === null ? null : `/${name}/openapi.json`,
    page: first.page === null ? null : `/${name}/docs`,
    ...own,
    client: own.client
      ? { ...(first.client ?? openApiClient), ...own.client }
      : own.client === null
        ? null
        : first.client,
    name,
  })),
];

/** The sockets that a document has: those of its routes that are not hidden. */
export const socketsOf = (
  all: readonly RouteInfo[],
  { routes }: Pick<DocumentSettings, 'routes'>,
): readonly RouteInfo[] =>
  all.filter((route) => route.socket !== undefined && route.meta.openapi?.hidden !== true && (routes?.(route) ?? true));

/** The AsyncAPI document beside an OpenAPI document, by file or by path: `api/asyncapi.json` beside `api/openapi.json`. */
export const asyncApiOf = (file: string): string => {
  const { dir, name, ext } = posix.parse(file);
  return posix.join(dir, name === 'openapi' ? `asyncapi${ext}` : `${name}.asyncapi${ext}`);
};

declare module '@taproot/core' {
  interface ConfigFiles {
    /** The OpenAPI document: where it is written, where it is served, what it is called. */
    openapi: OpenApiConfig;
  }
  interface RouteMeta {
    /** Says what the code of a route cannot say: `.meta({ openapi: { hidden: true } })`. */
    openapi: OpenApiRouteMeta;
  }
}

declare module '@taproot/core/plugin' {
  interface ResponseDescription {
    /** The type of the JSON body: `bodyType<Lock>()`. Without it, the body is what the code of the middleware sends. */
    readonly body?: BodyType<unknown>;
  }
}

/** Says what the code of a route cannot say. */
export interface OpenApiRouteMeta {
  /** Leaves the route out of the document. */
  readonly hidden?: boolean;
  /** One line; by default the first sentence of the handler's doc comment. */
  readonly summary?: string;
  /** In Markdown; the rest of the doc comment by default. */
  readonly description?: string;
  /** Groups; by default the first part of the route's name, else the controller. */
  readonly tags?: readonly string[];
  /** Marks the route as one not to be used any more; `@deprecated` in the doc comment does the same. */
  readonly deprecated?: boolean;
  /** Parameters by name: what the code does not read by its name, and more about what it reads. */
  readonly parameters?: Readonly<Record<string, OpenApiParameter>>;
  /**
   * The credentials that the route needs or takes, by the name of a scheme of the document, instead of those that middleware and code say:
   * `{ jwt: 'required' }`. No name means that it takes none. An unknown name is the error `E_OPENAPI_SECURITY`.
   */
  readonly security?: Readonly<Record<string, 'required' | 'optional'>>;
  /** Headers of the responses, by name. */
  readonly headers?: Readonly<Record<string, OpenApiHeader>>;
  /** Cookies that the responses set: name and meaning. */
  readonly cookies?: Readonly<Record<string, string>>;
  /**
   * Request bodies by media type, instead of those in the code: `{ 'text/csv': bodyType<string>() }`. Call `meta()` with it on the route
   * itself, not on a scope.
   */
  readonly bodies?: Readonly<Record<string, BodyType<unknown>>>;
  /** Examples of the request body and of the responses by status. `bodyType<Job>({ id: '7' })` has an example, too, and checks its type. */
  readonly examples?: { readonly body?: unknown; readonly replies?: Readonly<Record<number, unknown>> };
  /**
   * Responses of the handler by status, instead of those in its code: `{ 202: bodyType<Job>() }`, null for no body.
   * Errors and responses of middleware stay. Call `meta()` with it on the route itself, not on a scope.
   */
  readonly replies?: Readonly<Record<number, BodyType<unknown> | null>>;
}

/** A value of a request or a response. The type of `example` is that of `type`. */
export type OpenApiValue = {
  /** Its meaning, in Markdown. */
  readonly description?: string;
  /** A format, such as `date` or `uuid`. */
  readonly format?: string;
  /** The values that it may have. */
  readonly enum?: readonly (string | number)[];
  /** Whether it is always there; false when left out. Parameters of the path always are. */
  readonly required?: boolean;
  /** Whether clients should no longer use it. */
  readonly deprecated?: boolean;
} & (
  | { readonly type?: 'string'; readonly example?: string }
  | { readonly type: 'integer' | 'number'; readonly example?: number }
  | { readonly type: 'boolean'; readonly example?: boolean }
);

/** A parameter of a request. */
export type OpenApiParameter = OpenApiValue & {
  /** Where the client sends it. */
  readonly in: 'cookie' | 'header' | 'path' | 'query';
};

/** A header of a response. */
export type OpenApiHeader = OpenApiValue & {
  /** Statuses of the responses with it; every success when left out. */
  readonly statuses?: readonly number[];
};
