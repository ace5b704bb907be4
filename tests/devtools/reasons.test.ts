import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { plant } from './planted.ts';
import { ask, learn } from './support.ts';

let app: Application;

const now = performance.now.bind(performance);
let later = 0;

beforeAll(async () => {
  // A clock that a tap can put forward.
  jest.spyOn(performance, 'now').mockImplementation(() => now() + later);
  app = await plant(async (milliseconds) => {
    later += milliseconds;
  });
});

afterAll(async () => {
  await app.close();
  jest.restoreAllMocks();
});

const expected = (sentence: string | RegExp): unknown =>
  typeof sentence === 'string' ? sentence : expect.stringMatching(sentence);

const json = { 'Content-Type': 'application/json' };

test.each([
  [
    '401',
    '/me',
    {},
    'The middleware `auth` of the plugin auth answered 401, because the request has no credentials: no `Authorization` header and no cookie.',
  ],
  [
    '401 with a token',
    '/me',
    { headers: { Authorization: 'Bearer nonsense' } },
    'The middleware `auth` of the plugin auth answered 401. The token is not valid. The request has `Authorization: Bearer ...`.',
  ],
  [
    '403',
    '/denied',
    {},
    'The gate denied the ability `test:deny`. The middleware `can:test:deny` of the plugin auth asked for it. This action is not allowed.',
  ],
  ['404 of no route', '/pots', {}, 'No route has the path `/pots`. Did you mean `/posts`?'],
  [
    '404 of a handler',
    '/posts/new',
    {},
    'The route `/posts/{slug}` matched, and the handler `closure` of the application answered 404. The path also fits `/posts/{path*}`, which comes after it.',
  ],
  ['405', '/ok', { method: 'DELETE' }, 'The path `/ok` has routes for GET and HEAD, but none for DELETE.'],
  [
    '422',
    '/posts',
    { method: 'POST', headers: json, body: '{"title":"too long","email":"x"}' },
    '2 fields are not valid: `title` (The title may be at most 5 characters long.), `email` (The email must be an email address.).',
  ],
  [
    '400',
    '/posts',
    { method: 'POST', headers: json, body: '{"title"' },
    'Taproot answered 400. The request body is malformed: it is not JSON.',
  ],
  [
    '500',
    '/fails',
    {},
    /^`TypeError` was thrown at `tests\/devtools\/planted\.ts:\d+`: No post 7\. It happened in the handler `closure` of the application\.$/,
  ],
] as const)('%s says why', async (_status, path, asked, sentence) => {
  const { why } = await learn(app, path, asked);
  expect(why).toEqual(expected(sentence));
});

test('429 names the limiter', async () => {
  await ask(app, '/limited');
  expect((await learn(app, '/limited')).why).toBe(
    'The limiter `narrow`, which allows 1 request, is used up for this client. The client may try again in 60 s.',
  );
});

test.each([
  [
    'a middleware that swallows',
    '/swallowed',
    {},
    'The middleware `swallows` of the application answered 200 by itself: it did not call `next()`, so the handler never ran.',
  ],
  [
    'a middleware that hides an error',
    '/hidden',
    {},
    'The handler `closure` of the application failed with `Error: the printer is on fire`, but the client got 200. The middleware `hides` of the application may have replaced the response of the error.',
  ],
  [
    'N+1',
    '/n-plus-one',
    {},
    'The same statement ran 5 times: `select ? as id`. Load the rows for all of them in one query, with `whereIn` or a join.',
  ],
  [
    'a missing await',
    '/no-await',
    {},
    'The gate `test:slow` of the plugin auth went on after the response had been sent. An `await` may be missing.',
  ],
  [
    'a slow tap',
    '/stamped',
    {},
    /^The tap of the plugin stamp on `http\.response` took 1\d\d ms by itself, of 1\d\d ms\.$/,
  ],
  [
    'a tap that replaces',
    '/banner',
    {},
    'The tap of the plugin banner on `http.response` returned a response of its own, in place of the one it was given.',
  ],
  [
    'a rule for a field that is misspelt',
    '/members',
    { method: 'POST', headers: json, body: '{"name":"Ada","email":"no address"}' },
    'The rules of `emial` did not apply: the request has no such field. It has `email`, for which there are no rules. Compare the names, letter by letter.',
  ],
  [
    'a condition that can never hold',
    '/customers',
    { method: 'POST', headers: json, body: '{"kind":"company"}' },
    'The rule `required_if:kind,compny` of `vat_id` can never apply: `kind` may only be `person` or `company`.',
  ],
  [
    'an origin that is misspelt',
    '/ok',
    { headers: { Origin: 'https://shop.example.com' } },
    'The page of `https://shop.example.com` cannot read this response: the response has no `Access-Control-Allow-Origin`. Compare the origin, letter by letter, with `cors.allowed_origins`, and the path with `cors.paths`.',
  ],
] as const)('%s is marked', async (_what, path, asked, sentence) => {
  expect((await learn(app, path, asked)).marks.map((mark) => mark.sentence)).toContainEqual(expected(sentence));
});

test.each([
  ['/posts', '{"title":"Ada","email":"ada@example.com"}'],
  // A field that may be left out is no mistake, nor is one more that no rule is for.
  ['/posts', '{"title":"Ada","note":"x"}'],
])('rules of %s that apply to %s are not marked', async (path, body) => {
  const { marks } = await learn(app, path, { method: 'POST', headers: json, body });
  expect(marks.filter(({ label }) => label === 'idle rule')).toEqual([]);
});

test('a request without a mistake has neither', async () => {
  expect(await learn(app, '/ok')).toMatchObject({ why: null, marks: [], status: 200 });
});
