import { type Application } from '@taproot/core';
import type { ErrorRow } from '@taproot/core/internal';
import { describeError, type ResponseDescription, type SecurityScheme } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { Guard, GuardDescription } from './guard.ts';

/** Describes a 401 with the challenge that HTTP requires. */
export const describeRefusal = (error: { readonly code: string; readonly row: ErrorRow }): ResponseDescription =>
  describeError(error, {
    headers: [
      { name: 'WWW-Authenticate', description: 'The scheme to authenticate with, and what was wrong', required: true },
    ],
  });

const bearer = (app: Application, bearerFormat?: string): SecurityScheme => ({
  type: 'http',
  scheme: app.config.auth.scheme.toLowerCase(),
  ...(bearerFormat === undefined ? {} : { bearerFormat }),
});

/** The additions of a guard with signed tokens to its routes. */
export const describeJwt = (app: Application): GuardDescription => {
  const { store, fail } = app.config.auth.revocation;
  // The store `memory` does not fail.
  const fails = store !== 'memory' && fail === 'closed';
  return {
    scheme: bearer(app, 'JWT'),
    responses: [
      ...[errors.E_TOKEN_MALFORMED, errors.E_TOKEN_INVALID, errors.E_TOKEN_EXPIRED, errors.E_TOKEN_REVOKED].map(
        describeRefusal,
      ),
      ...(fails ? [describeError(errors.E_AUTH_UNAVAILABLE)] : []),
    ],
  };
};

/** The additions of a guard with random tokens to its routes. */
export const describeToken = (app: Application): GuardDescription => ({
  scheme: bearer(app),
  responses: [errors.E_TOKEN_MALFORMED, errors.E_TOKEN_INVALID, errors.E_TOKEN_EXPIRED].map(describeRefusal),
});

/** The additions of any guard to its routes. Default: HTTP authentication with the scheme of its challenge. */
export const describeGuard = (app: Application, guard: Guard): GuardDescription => {
  const own = guard.describe?.();
  if (own !== undefined) return own;
  const [scheme = ''] = (guard.challenge ?? '').split(' ', 1);
  return { scheme: scheme === '' ? bearer(app) : { type: 'http', scheme: scheme.toLowerCase() } };
};
