import type { Context } from '@taproot/core';
import { orNull } from '@taproot/core/plugin';
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

/** `config.openapi`; its file is config/openapi.ts. */
export interface OpenApiConfig {
  /** The document, relative to the application's folder. Commit it: production serves it as it is. */
  file: string;
  /** Path at which the document is served; null to serve neither the document nor its page. */
  path: string | null;
  /** Path of the page that shows the document, by `@scalar/api-reference`; null for no page. */
  page: string | null;
  /**
   * Who sees the document and its page: a function of the context, true for all clients, false for none. By default
   * (null) all clients while `app.debug` is on, and otherwise those with the ability `viewApiDocs`; none if that
   * ability is not defined.
   */
  access: OpenApiAccess | boolean | null;
  /** The tsconfig.json of the application's code, relative to its folder. */
  tsconfig: string;
  /** The typed client that `openapi:write` writes beside the document: routes.d.ts and routes.js; null for none. */
  client: OpenApiClientConfig | null;
  /** Title of the API; null (default) takes the name in package.json. */
  title: string | null;
  /** Version of the API; null (default) takes the one in package.json. */
  version: string | null;
  /** Describes the API, in Markdown; null (default) for no description. */
  description: string | null;
  /** Where the API is served. */
  servers: { url: string; description?: string }[];
}

export const openApiDefaults = orNull<OpenApiConfig>(
  {
    file: 'api/openapi.json',
    path: '/openapi.json',
    page: '/docs',
    access: null,
    tsconfig: 'tsconfig.json',
    client: { dates: 'string', mocks: false, zod: false },
    title: null,
    version: null,
    description: null,
    servers: [{ url: '/' }],
  },
  'path',
  'page',
  'client',
  'title',
  'version',
  'description',
);

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
  /**
   * Responses of the handler by status, instead of those in its code: `{ 202: bodyType<Job>() }`, null for no body.
   * Errors and responses of middleware stay. Call `meta()` with it on the route itself, not on a scope.
   */
  readonly replies?: Readonly<Record<number, BodyType<unknown> | null>>;
}
