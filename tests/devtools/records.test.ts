import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { type Application, createFacades, setup } from '@taproot/core';
import { devtoolsToken } from '@taproot/core/internal';
import { devtools } from '@taproot/devtools';
import { log } from '@taproot/log';
import { routing } from '@taproot/routing';
import { Journal } from '../../plugins/devtools/src/recorder/journal.ts';
import { plant, unreported } from './planted.ts';
import { APP_KEY, ask, closing, learn, portOf, serve } from './support.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';

/** An application that logs; what it wrote goes into `written`. */
const logging = async (written: string[] = []): Promise<Application> => {
  const handle = createFacades();
  const { facades } = handle;
  const app = await setup(handle, { basePath: import.meta.dirname, env: { APP_ENV: 'development' } })
    .withPlugins([routing(), devtools(), log({ write: (line) => void written.push(line) })])
    .withConfig({ http: { port: 0 } })
    .withRouting((route) => {
      route.get('/order', (ctx) => {
        facades.Log(ctx).warn({ order: 7, password: 'log-secret' }, 'late <order> token=text-secret');
        return ctx.response().string(200, 'ok');
      });
      route.get('/fails', () => {
        throw new TypeError('No post 7.');
      });
    })
    .create();
  await app.open();
  return closing(app);
};

/** The entries of the page as plain text, newest first. */
const entriesOf = async (app: Application, query = ''): Promise<string[]> => {
  const { text } = await ask(app, `/_taproot/logs${query}`);
  const list = text.slice(text.indexOf('<ul class="reports'), text.indexOf('</main>'));
  return [...list.matchAll(/<li>.*?<\/li>/gs)].map(([item]) =>
    item
      .replaceAll(/<[^>]+>|\s+/g, ' ')
      .replaceAll(/ +/g, ' ')
      .replaceAll(/\d\d:\d\d:\d\d\.\d{3}/g, 'AT')
      .trim(),
  );
};

test('log lines lead to their request, masked, and the request leads to them', async () => {
  const written: string[] = [];
  const app = await logging(written);
  const { id, request_id } = await learn(app, '/order', {
    headers: { traceparent: `00-${trace}-b7ad6b7169203331-01` },
  });
  await learn(app, '/order');
  const entries = await entriesOf(app);
  expect(entries).toContain(
    `warn AT request #${id} late &#60;order&#62; token=******** order=7 password=******** traceId=${trace}`,
  );
  expect(entries).toContainEqual(
    expect.stringMatching(new RegExp(`^info AT request #${id} GET /order 200 .*route=/order`)),
  );
  expect(entries.filter((entry) => entry.includes('late'))).toHaveLength(2);
  // The log itself is as before.
  expect(written.filter((line) => line.includes('late'))).toHaveLength(2);
  const page = (await ask(app, `/_taproot/requests/${id}`)).text;
  expect(page).toContain(`href="/_taproot/logs?request=${request_id}"`);
  expect((await entriesOf(app, `?request=${request_id}`)).map((entry) => entry.split(' ', 1)[0])).toEqual([
    'info',
    'warn',
  ]);
});

test('a report is one entry, with its request, place and stack; levels can be chosen', async () => {
  const app = await logging();
  const { id } = await learn(app, '/fails');
  await learn(app, '/order');
  const errors = await entriesOf(app, '?level=error');
  // The line of the request, and the report, which the log writes as well.
  expect(errors).toEqual([
    expect.stringMatching(new RegExp(`^error AT request #${id} GET /fails 500`)),
    expect.stringMatching(
      new RegExp(
        `^error AT request #${id} TypeError No post 7\\. at tests/devtools/records\\.test\\.ts:\\d+ where=request stack `,
      ),
    ),
  ]);
  expect((await entriesOf(app, '?level=warn')).map((entry) => entry.split(' ', 1)[0])).toEqual([
    'warn',
    'error',
    'error',
  ]);
});

test('without the log, reports are there and the page says what is missing', async () => {
  const app = await serve(undefined, undefined, unreported);
  app.report(new Error('the printer is on fire'), { where: 'printer', warning: true });
  expect(await entriesOf(app)).toEqual([
    expect.stringMatching(/^warn AT Error the printer is on fire .*where=printer/),
  ]);
  expect((await ask(app, '/_taproot/logs')).text).toContain('does not have <code>log()</code> of @taproot/log');
});

test('the journal keeps the newest, by number and by bytes, and another application has none of it', async () => {
  const [app, other] = [await logging(), await logging()];
  const journal = new Journal(app);
  const foreign = new Journal(other);
  try {
    const say = app.facades.Log();
    for (let at = 0; at < 600; at++) say.info(`line ${at}`);
    expect(journal.all).toHaveLength(500);
    expect([journal.all[0]?.message, journal.all.at(-1)?.message]).toEqual(['line 599', 'line 100']);
    for (let at = 0; at < 500; at++) say.info(String(at).padEnd(8000, '.'));
    expect(journal.all.length).toBeLessThan(300);
    expect(journal.all[0]?.message).toMatch(/^499\./);
    expect(foreign.all).toEqual([]);
  } finally {
    journal.close();
    foreign.close();
  }
  const before = journal.all.length;
  app.facades.Log().info('after');
  expect(journal.all).toHaveLength(before);
});

/** What the console of an application says whose server is at `port`. */
const say = async (port: number, ...args: string[]) => {
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_KEY, APP_ENV: 'testing', COLUMNS: '80' } })
    .withPlugins([consoleKernel(), routing()])
    .withConfig({ http: { port } })
    .create();
  try {
    return await app.facades.Console().call('hooks:trace', args);
  } finally {
    await app.close();
  }
};

const small = () =>
  serve(undefined, (route) => {
    route.get('/', (ctx) => ctx.response().string(200, 'home')).name('home');
    route.get('/fails', () => {
      throw new TypeError('No post 7.');
    });
  });

test('--last shows what the server of development answered last', async () => {
  const app = await small();
  await learn(app, '/fails');
  await learn(app, '/?token=secret&page=2');
  const { code, output } = await say(portOf(app), '--last');
  expect(code).toBe(0);
  const [headline, ...rest] = output.trimEnd().split('\n');
  expect(headline).toMatch(/^GET \/\?token=\*{8}&page=2 {2}200 OK {2}\d+\.\d\d ms, 4 bytes, \/ home$/);
  expect(rest.join('\n')).toMatch(/STEP +NAME +START +TIME\nhandler +closure +\d+\.\d\d +\d+\.\d\d +[█▏]/);
  expect(rest.at(-1)).toBe(`http://127.0.0.1:${portOf(app)}/_taproot/requests/2`);
});

test('--failed shows the last one that failed, and why', async () => {
  const app = await small();
  await learn(app, '/fails');
  await learn(app, '/');
  const { output } = await say(portOf(app), '--failed');
  expect(output).toMatch(/^GET \/fails {2}500 Internal Server Error/);
  expect(output.replaceAll(/\s+/g, ' ')).toMatch(
    / Why: TypeError was thrown at tests\/devtools\/records\.test\.ts:\d+: No post 7\. It happened in the handler closure of the application\. /,
  );
  const { output: json } = await say(portOf(app), '--failed', '--json');
  expect(JSON.parse(json)).toMatchObject({
    id: 1,
    status: 500,
    target: '/fails',
    steps: [{ kind: 'handler' }, { kind: 'hook' }],
  });
});

test('--count shows so many, the newest first, as JSON with their errors', async () => {
  const app = await small();
  for (const path of ['/fails', '/', '/nowhere']) await learn(app, path);
  const { output } = await say(portOf(app), '--last', '--count', '2');
  expect(output).toMatch(/^GET \/nowhere {2}404 [^]*\nGET \/ {2}200 OK/);
  expect(output).not.toContain('/fails');
  const { output: json } = await say(portOf(app), '--failed', '--count', '9', '--json');
  expect(JSON.parse(json)).toMatchObject([
    { target: '/nowhere', status: 404 },
    {
      target: '/fails',
      fault: {
        code: 'TypeError',
        message: 'No post 7.',
        place: expect.stringMatching(/^tests\/devtools\/records\.test\.ts:\d+$/),
        stack: expect.arrayContaining([expect.stringContaining('records.test.ts')]),
      },
    },
  ]);
});

test('what a client sends cannot reach the terminal', async () => {
  const app = await small();
  await learn(app, '/%1b[31m', { headers: { 'X-Name': '\u009b31m' } });
  expect((await say(portOf(app), '--failed')).output).not.toMatch(/[\u001b\u009b]/);
});

test('--url takes the address that the server prints, of a server with another key', async () => {
  const app = await serve({ APP_ENV: 'development', APP_KEY: '' });
  await learn(app, '/');
  const url = `http://127.0.0.1:${portOf(app)}`;
  expect((await say(1, '--last', '--url', url)).output).toContain('GET /_taproot/requests.json answered 403.');
  const printed = `${url}/_taproot?token=${devtoolsToken(app)}`;
  expect((await say(1, '--last', '--url', printed)).output).toMatch(/^GET \/ {2}200 OK/);
});

test('without a request it says so', async () => {
  const app = await small();
  expect(await say(portOf(app), '--last')).toMatchObject({
    code: 0,
    output: 'No request was answered since the server started.\n',
  });
  await ask(app, '/');
  expect((await say(portOf(app), '--failed')).output).toBe('No request has failed since the server started.\n');
});

test('without a server, or without devtools in it, it says what to do', async () => {
  const other = await serve({ APP_ENV: 'testing' });
  const port = portOf(other);
  const { code, output } = await say(port, '--last');
  expect(code).toBe(1);
  expect(output).toContain(
    `E_TRACE_SERVER: No devtools answer at http://127.0.0.1:${port}: GET /_taproot/requests.json answered 404.`,
  );
  expect(output).toContain('fix: Start the server with `npm run dev`');
  const away = await say(port, '--last', '--url', 'http://127.0.0.1:1/');
  expect(away.output).toContain('No devtools answer at http://127.0.0.1:1: ');
});

describe('reasons', () => {
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
});
