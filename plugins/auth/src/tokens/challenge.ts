import { inspect } from 'node:util';
import type { Application, FrameworkError } from '@taproot/core';
import { errors } from '../errors.ts';

/** The codes of RFC 6750, 3.1. A request without credentials gets no code. */
type BearerError = 'invalid_request' | 'invalid_token' | 'insufficient_scope';

/** RFC 9110, 5.6.2. */
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** Errors of authentication with their `WWW-Authenticate` header. */
export class Challenge {
  readonly #realm: string;
  readonly #scheme: string;
  /** Matches `Authorization`: the scheme, one or more spaces, then one token (RFC 6750, 2.1). */
  readonly credentials: RegExp;

  constructor({ config: { app, auth } }: Application) {
    const { name } = app;
    const { scheme } = auth;
    if (!token.test(scheme))
      throw errors.E_AUTH_SETTING({
        setting: 'scheme',
        value: inspect(scheme),
        hint: '',
        expected: 'one word, such as Bearer',
      });
    this.#scheme = scheme;
    // Schemes are case-insensitive (RFC 9110, 11.1).
    this.credentials = new RegExp(`^${scheme.replaceAll(/[^\w]/g, '\\$&')} +([\\w.~+/-]+=*)$`, 'i');
    // A quoted string may contain printable ASCII only.
    this.#realm = name.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/["\\]/g, '\\$&');
  }

  /** For a guest. `own` is the challenge of a guard with other credentials. */
  readonly unauthenticated = (own?: string): FrameworkError =>
    errors.E_UNAUTHENTICATED({ headers: own === undefined ? this.#headers() : { 'WWW-Authenticate': own } });
  readonly malformed = (): FrameworkError =>
    errors.E_TOKEN_MALFORMED({ headers: this.#headers('invalid_request', 'Exactly one bearer token is expected') });
  readonly invalid = (cause?: unknown): FrameworkError =>
    errors.E_TOKEN_INVALID({ cause, headers: this.#headers('invalid_token', 'The token is not valid') });
  readonly expired = (): FrameworkError =>
    errors.E_TOKEN_EXPIRED({ headers: this.#headers('invalid_token', 'The token has expired') });
  readonly revoked = (): FrameworkError =>
    errors.E_TOKEN_REVOKED({ headers: this.#headers('invalid_token', 'The token was revoked') });
  readonly reused = (): FrameworkError =>
    errors.E_TOKEN_REUSED({ headers: this.#headers('invalid_token', 'The refresh token was used before') });
  readonly ability = (): FrameworkError => errors.E_TOKEN_ABILITY({ headers: this.#headers('insufficient_scope') });

  #headers(error?: BearerError, description?: string): Record<string, string> {
    const details = [
      `realm="${this.#realm}"`,
      ...(error === undefined ? [] : [`error="${error}"`]),
      ...(description === undefined ? [] : [`error_description="${description}"`]),
    ];
    return { 'WWW-Authenticate': `${this.#scheme} ${details.join(', ')}` };
  }
}
