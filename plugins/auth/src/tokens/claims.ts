import type { JWTPayload } from 'jose';

/** The purpose of a token: an access token opens routes, a refresh token only gets new tokens. */
export type TokenUse = 'access' | 'refresh';

/** The claims in a token of a `jwt` guard; times are Unix seconds. */
export interface Claims {
  readonly sub: string;
  readonly exp: number;
  readonly iat: number;
  readonly nbf: number;
  readonly jti: string;
  readonly guard: string;
  readonly use: TokenUse;
  /** The id of the login. Tokens that come from refreshing have the same id. */
  readonly login: string;
  /** The number of the refresh token within its login, from 1; 0 for an access token, and for tokens without a count. */
  readonly generation: number;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

// JSON reads 1e400 as Infinity, which no clock ever reaches.
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** The claims of a verified payload; null if one is missing or of the wrong type. */
export const readClaims = (payload: JWTPayload): Claims | null => {
  const { sub, exp, iat, nbf = iat, jti, guard, use, login, generation = 0 } = payload;
  if (!isText(sub) || !isText(jti) || !isText(guard) || !isText(login)) return null;
  if (!isWhole(exp) || !isWhole(iat) || !isWhole(nbf) || !isWhole(generation)) return null;
  if (use !== 'access' && use !== 'refresh') return null;
  return { sub, exp, iat, nbf, jti, guard, use, login, generation };
};

/** Whether a token is not valid yet: its `nbf` or its `iat` is in the future. */
export const isEarly = ({ iat, nbf }: Claims, now: number, leeway: number): boolean =>
  Math.max(iat, nbf) > now + leeway;

/** RFC 7519, 4.1.4: from `exp` on, a token must be refused. */
export const isExpired = ({ exp }: Claims, now: number, leeway: number): boolean => now - leeway >= exp;
