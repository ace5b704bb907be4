import type { Context } from '@taproot/core';
import { errors } from '../errors.ts';
import type { Challenge } from './challenge.ts';

/** The longest accepted token, in characters. */
const longest = 8192;

const bearer = { malformed: errors.E_TOKEN_MALFORMED, credentials: /^bearer +([\w.~+/-]+=*)$/i };

/** How often the request has the field `Authorization`. Node keeps only the first one and would hide the others. */
const countOf = (rawHeaders: readonly string[]): number => {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 13 && name.toLowerCase() === 'authorization') count++;
  }
  return count;
};

/** The one bearer token of a request; null without credentials. Throws `E_TOKEN_MALFORMED` for anything else in the header. */
export const bearerToken = (
  ctx: Context,
  { malformed, credentials }: Pick<Challenge, 'malformed' | 'credentials'> = bearer,
): string | null => {
  const request = ctx.request();
  const header = request.headers()['authorization'];
  if (header === undefined) return null;
  if (typeof header !== 'string' || countOf(request.node().rawHeaders) > 1) throw malformed();
  const token = credentials.exec(header)?.[1];
  if (token === undefined || token.length > longest) throw malformed();
  return token;
};
