import type { Asked } from '../../devtools/asking.ts';

/** A mistake of tests/devtools/planted.ts: the request that meets it, and words of the page that name its cause. */
export interface Mistake {
  /** The name of its picture. */
  readonly name: string;
  readonly path: string;
  readonly asked: Asked;
  readonly says: string;
  /** Sent before, without looking at it. */
  readonly first?: string;
}

const json = { 'Content-Type': 'application/json' };

/** The ten that are asked for. */
export const mistakes: readonly Mistake[] = [
  { name: 'middleware-that-swallows', path: '/hidden', asked: {}, says: 'may have replaced the response of the error' },
  { name: 'missing-await', path: '/no-await', asked: {}, says: 'An await may be missing' },
  { name: 'n-plus-one', path: '/n-plus-one', asked: {}, says: 'The same statement ran 5 times' },
  { name: 'policy-that-denies', path: '/denied', asked: {}, says: 'The gate denied the ability test:deny' },
  {
    name: 'cors-origin-misspelt',
    path: '/ok',
    asked: { headers: { Origin: 'https://shop.example.com' } },
    says: 'Compare the origin, letter by letter',
  },
  { name: 'limiter-too-narrow', path: '/limited', asked: {}, says: 'The limiter narrow', first: '/limited' },
  { name: 'route-shadowed', path: '/posts/new', asked: {}, says: 'The path also fits /posts/{path*}' },
  {
    name: 'rule-that-never-applies',
    path: '/members',
    asked: { method: 'POST', headers: json, body: '{"name":"Ada","email":"no address"}' },
    says: 'The rules of emial did not apply',
  },
  { name: 'slow-tap', path: '/stamped', asked: {}, says: 'The tap of the plugin stamp on http.response took' },
  { name: 'tap-that-replaces', path: '/banner', asked: {}, says: 'returned a response of its own' },
];
