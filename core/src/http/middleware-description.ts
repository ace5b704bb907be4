import type { ErrorRow } from '../errors/define-errors.ts';

/** How a client sends its credentials, in the words of OpenAPI 3.1 (Security Scheme Object). */
export type SecurityScheme =
  | {
      readonly type: 'http';
      /** The word before the credentials in `Authorization`, in lower case: `bearer`, `basic`. */
      readonly scheme: string;
      /** The format of a bearer token, for readers: `JWT`. */
      readonly bearerFormat?: string;
      /** Help for readers, for example where they get a key. */
      readonly description?: string;
    }
  | {
      readonly type: 'apiKey';
      /** Where the key is sent. */
      readonly in: 'header' | 'query' | 'cookie';
      /** Name of the header, the query parameter or the cookie. */
      readonly name: string;
      readonly description?: string;
    }
  | {
      readonly type: 'openIdConnect';
      /** Address of the provider's discovery document. */
      readonly openIdConnectUrl: string;
      readonly description?: string;
    }
  | { readonly type: 'mutualTLS'; readonly description?: string };

/** The credentials that a middleware reads. */
export interface SecurityDescription {
  /** The name of the scheme. Equal names mean the same scheme. Guards use their own name. */
  readonly name: string;
  /** How the credentials are sent. */
  readonly scheme: SecurityScheme;
  /** Other credentials, of which one is enough. */
  readonly alternatives?: readonly Pick<SecurityDescription, 'name' | 'scheme'>[];
  /** Whether requests without credentials pass too; false when left out. */
  readonly optional?: boolean;
}

/** A header that a middleware reads or adds. */
export interface HeaderDescription {
  /** Name of the header: `Retry-After`. */
  readonly name: string;
  /** The meaning of the header. */
  readonly description: string;
  /** The type of its value. Default: `string`. */
  readonly type?: 'string' | 'integer';
  /** For a request: whether it is refused without this header. For a response: whether it always has this header. False when left out. */
  readonly required?: boolean;
}

/**
 * A response that a middleware may return instead of calling the handler. Several may have the same status and differ in
 * `code`.
 */
export interface ResponseDescription {
  /** HTTP status. */
  readonly status: number;
  /** `code` of the JSON error body. Leave it out if the response is not an error. */
  readonly code?: string;
  /** When the middleware returns this response, as a sentence. */
  readonly description: string;
  /** Additional headers of this response. */
  readonly headers?: readonly HeaderDescription[];
}

/**
 * Describes the effects of a middleware on a route, for tools that describe an API: plain data that fits into JSON. Leaves out the headers
 * that HTTP itself requires (`Vary`, `Content-Type`, `Authorization`).
 */
export interface MiddlewareDescription {
  /** The credentials that the middleware reads. */
  readonly security?: SecurityDescription;
  /** Abilities (scopes) that the credentials must have. */
  readonly abilities?: readonly string[];
  /** Request headers that the middleware reads. */
  readonly requestHeaders?: readonly HeaderDescription[];
  /** Headers that the middleware adds to the responses of the route. */
  readonly responseHeaders?: readonly HeaderDescription[];
  /** Responses that the middleware may return instead of calling the handler. */
  readonly responses?: readonly ResponseDescription[];
}

/**
 * The response to an error of an error table, for `Middleware.describe()`: status, code, and its message as the description. Give a
 * `description` if the message has placeholders.
 * @example describeError(errors.E_TOKEN_EXPIRED)
 */
export const describeError = (
  { code, row }: { readonly code: string; readonly row: ErrorRow },
  more: Partial<Pick<ResponseDescription, 'description' | 'headers'>> = {},
): ResponseDescription => ({ status: row.status ?? 500, code, description: row.message, ...more });
