import { expect, test } from '@jest/globals';
import type { Claims } from '../../plugins/auth/src/tokens/claims.ts';
import { VerifiedTokens } from '../../plugins/auth/src/tokens/verified-tokens.ts';

const claims = (sub: string): Claims => ({
  sub,
  exp: 2,
  iat: 1,
  nbf: 1,
  jti: 'a',
  guard: 'jwt',
  use: 'access',
  login: 'b',
  generation: 0,
});

test('of verified tokens a bounded number is kept, the latest ones', () => {
  const verified = new VerifiedTokens(2);
  for (const token of ['one', 'two', 'three']) verified.add(token, claims(token));
  expect([verified.get('one'), verified.get('two')?.sub, verified.get('three')?.sub]).toEqual([
    undefined,
    'two',
    'three',
  ]);
  verified.add('three', claims('again'));
  expect([verified.get('two')?.sub, verified.get('three')?.sub]).toEqual(['two', 'again']);
});
