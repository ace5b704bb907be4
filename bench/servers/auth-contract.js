// What every server of the case `auth` does alike: it verifies a token, finds its user and answers with it.
import { createHmac } from 'node:crypto';

export const secret = 'q8Zt3VnYw6Rk1LmXp9Cs4HdJ7gFb2Ne5';

/** Users at hand, so that what is measured is the token and no database. */
export const users = new Map(
  Array.from({ length: 1000 }, (_, id) => [String(id), { id, email: `user-${id}@example.com` }]),
);

const part = (/** @type {object} */ value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of user 42, as the guard `jwt` issues them. */
export const createToken = () => {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: '42', iat: now, nbf: now, exp: now + 36_000, jti: '5f0c8d3e', guard: 'jwt', use: 'access' };
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ...claims, login: '0b1f6a52' })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};

export const reply = JSON.stringify(users.get('42'));
