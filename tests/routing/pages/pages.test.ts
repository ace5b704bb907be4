import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  type Application,
  type Context,
  HttpError,
  type Middleware,
  type Next,
  type Response,
  setup,
} from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { type RootRouter, routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { drivers } from '../../support/drivers.ts';
import { type Served, serve } from '../../support/serve.ts';

const attack = `<img src=x onerror=alert(1)>"'&\``;
const escaped = '&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;&#96;';
const mask = '********';

let app: Application | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

interface Options {
  readonly driver?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly facts?: (ctx: Context) => Readonly<Record<string, unknown>>;
}

const open = async (
  register: (route: RootRouter) => void,
  { driver = 'koa', env = { APP_ENV: 'development' }, facts }: Options = {},
): Promise<Application> => {
  const quiet = definePlugin({
    name: 'quiet',
    ...(facts === undefined ? {} : { facts }),
    apply: (booting) => booting.hooks.report.tap('quiet', () => undefined),
  });
  app = await setup(null, { basePath: import.meta.dirname, env })
    .withPlugins([routing(), fastify(), quiet])
    .withConfig({ http: { driver } })
    .withRouting(register)
    .create();
  return app;
};

const browser = (application: Application) => http(application).accept('text/html');

class Stamp implements Middleware {
  signature(): string {
    return 'stamp:blue';
  }
  handle(_ctx: Context, next: () => ReturnType<Middleware['handle']>): ReturnType<Middleware['handle']> {
    return next();
  }
}

/** The value beside a name in a list of facts. */
const fact = (html: string, name: string): string | undefined =>
  new RegExp(`<dt>${name}</dt><dd>([^<]*)</dd>`).exec(html)?.[1];

describe.each(drivers)('the debug page on the %s driver', (driver) => {
  test('names the request, its route, handler, middleware, parameters, query, body and user', async () => {
    const register = (route: RootRouter): void => {
      const fails = (): never => {
        throw new TypeError('It broke.');
      };
      route.middleware(new Stamp()).put('/posts/{id}', fails).name('posts.update');
    };
    const facts = () => ({ User: { id: 7, email: 'ada@example.com', password: ['hash', 'of', 'it'].join(' ') } });
    const page = await browser(await open(register, { driver, facts }))
      .put('/posts/7?page=2', { title: 'Moss', tags: ['a', 'b'] })
      .assertStatus(500);
    const html = page.text;
    expect(html).toContain('<title>TypeError: It broke.</title>');
    expect(html).toContain('<h1>It broke.</h1>');
    expect(fact(html, 'Request id')).toBe(page.headers.get('x-request-id'));
    expect(fact(html, 'Route')).toBe('/posts/{id}');
    expect(fact(html, 'Name')).toBe('posts.update');
    expect(fact(html, 'Handler')).toBe('fails');
    expect(fact(html, 'Registered at')).toMatch(/^tests\/routing\/pages\/pages\.test\.ts:\d+$/);
    expect(fact(html, 'Middleware')).toBe('stamp:blue');
    expect([fact(html, 'id'), fact(html, 'page'), fact(html, 'title')]).toEqual(['7', '2', 'Moss']);
    expect(fact(html, 'tags')).toContain('&#34;b&#34;');
    expect(fact(html, 'User')).toContain('ada@example.com');
    expect(html).not.toContain('hash of it');
  });

  test('masks credentials in headers, query, body, messages and facts', async () => {
    const hidden = ['hush', 'hush'].join('-');
    const register = (route: RootRouter): void => {
      route.post('/login', () => {
        const error = new Error(`No way to postgres://ada:${hidden}@db/app?token=${hidden}`);
        throw Object.assign(error, { client_secret: hidden, config: { apiKey: hidden, depth: [{ jwt: hidden }] } });
      });
    };
    const facts = () => ({ User: { remember_token: hidden, nested: { PASSWORD: hidden } } });
    const query = `?api_key=${hidden}&%74oken=${hidden}&access_token=${hidden}&apikey=${hidden}&a[client_secret]=${hidden}&page=2`;
    const { text } = await browser(await open(register, { driver, facts }))
      .withHeaders({
        Authorization: `Bearer ${hidden}`,
        Cookie: `session=${hidden}`,
        'Proxy-Authorization': `Basic ${hidden}`,
        'X-Api-Key': hidden,
        'X-CSRF-Token': hidden,
        'X-Amz-Security-Token': hidden,
        'X-My-Secret-Thing': hidden,
        Referer: `https://example.com/?token=${hidden}&%74oken=${hidden}&apikey=${hidden}`,
        'X-Plain': 'shown',
      })
      .post(`/login${query}`, {
        email: 'ada@example.com',
        password: hidden,
        password_confirmation: hidden,
        newPassword: hidden,
        card: { cvv: hidden, api: { 'api-key': hidden } },
        tokens: [hidden, [hidden]],
      });
    expect(text).not.toContain(hidden);
    expect([fact(text, 'authorization'), fact(text, 'cookie'), fact(text, 'x-api-key')]).toEqual([mask, mask, mask]);
    expect([fact(text, 'api_key'), fact(text, 'token'), fact(text, 'password')]).toEqual([mask, mask, mask]);
    expect([fact(text, 'x-plain'), fact(text, 'page'), fact(text, 'email')]).toEqual(['shown', '2', 'ada@example.com']);
  });

  test('shows everything that came from outside as text', async () => {
    const register = (route: RootRouter): void => {
      route.post('/{name}', async (ctx) => {
        const name = ctx.request().input(attack);
        const error = new Error(name, {
          cause: Object.assign(new Error(name), { sql: name, code: name, [name]: name }),
        });
        throw Object.assign(error, { name, code: name, stack: `${name}\n    at ${name} (/nowhere/${name}.js:1:1)` });
      });
    };
    const application = await open(register, { driver, facts: () => ({ [attack]: attack }) });
    const { text } = await browser(application)
      .withHeader('X-Plain', attack)
      .post(`/${encodeURIComponent(attack)}?${encodeURIComponent(attack)}=${encodeURIComponent(attack)}`, {
        [attack]: attack,
        list: [{ [attack]: attack }],
      });
    expect(text).toContain(`<h1>${escaped}</h1>`);
    expect(text).not.toContain('<img');
    expect(text).not.toMatch(/onerror=alert\(1\)>/);
    expect(text).not.toContain('<script');
  });

  test('says that a string was thrown, with the line that registers the route', async () => {
    const register = (route: RootRouter): void => {
      route.get('/text', () => Promise.reject('oops'));
      route.get('/nothing', () => Promise.reject(undefined));
    };
    const application = await open(register, { driver });
    const { text } = await browser(application).get('/text').assertStatus(500);
    const place = String.raw`tests/routing/pages/pages\.test\.ts:\d+`;
    expect(text).toMatch(new RegExp(`<h1>The handler of GET\\|HEAD /text at ${place} threw the string &#34;oops&#34;`));
    expect(text).toContain('<p class="fix"><b>Fix:</b> Throw new Error(');
    expect(text).toContain('Promise.reject(&#39;oops&#39;)');
    expect(text).toContain('<p class="kind">A string was thrown</p>\n<pre>oops</pre>');
    expect(text).not.toContain('plugins/routing');
    const nothing = (await browser(application).get('/nothing')).text;
    expect(nothing).toContain(' threw undefined, which is not an error.</h1>');
    const json = (await http(application).accept('application/json').get('/text')).json();
    expect(json).toMatchObject({ message: 'oops', fix: expect.stringContaining('Throw new Error(') });
  });
});

test('the debug page shows what led to the error, each error once, with statement, code and fix', async () => {
  const register = (route: RootRouter): void => {
    route.get('/', () => {
      const statement = Object.defineProperty(new Error('no such column: titel'), 'sql', {
        value: 'select "titel" from "posts" where "id" = ?',
        enumerable: false,
      });
      const parts = new AggregateError([statement, new Error('second')], 'both failed', { cause: statement });
      const error = new HttpError(503, 'Not now.', { code: 'E_OWN', fix: 'Run `later <now>`.', cause: parts });
      statement.cause = error;
      throw error;
    });
  };
  const { text } = await browser(await open(register))
    .get('/')
    .assertStatus(503);
  expect(text).toContain('<code>E_OWN</code>');
  expect(text).toContain('Run <code>later &#60;now&#62;</code>.');
  expect(text.match(/aria-label="Statement"/g)).toHaveLength(1);
  expect(text.match(/<h2>Caused by<\/h2>/g)).toHaveLength(3);
  for (const message of ['both failed', 'no such column: titel', 'second'])
    expect(text.split(`<pre>${message}</pre>`)).toHaveLength(2);
  expect(text).toContain('select &#34;titel&#34; from &#34;posts&#34; where &#34;id&#34; = ?');
});

test('the debug page shows the application first: its source is open, frames of the framework are folded', async () => {
  const { text } = await browser(await open((route) => route.get('/', () => Promise.reject(new Error('mine'))))).get(
    '/',
  );
  const opened = [...text.matchAll(/<details open><summary><code>([^<]*)<\/code>/g)].map(([, place]) => place);
  expect(opened).toEqual([expect.stringMatching(/^tests\/routing\/pages\/pages\.test\.ts:\d+$/)]);
  expect(text).toContain('class="at" aria-current="true"><span>  const { text } = await browser(');
});

test('the debug page keeps a long message out of its heading', async () => {
  const long = `first line ${'x'.repeat(300)}\nsecond line`;
  const { text } = await browser(await open((route) => route.get('/', () => Promise.reject(new Error(long))))).get('/');
  expect(/<h1>([^<]*)<\/h1>/.exec(text)?.[1]).toBe(long.slice(0, 200));
  expect(text).toContain(`<pre class="panel">${long}</pre>`);
});

test('the debug page appears in spite of facts that cannot be told', async () => {
  const facts = (): never => {
    throw new Error('no user today');
  };
  const register = (route: RootRouter): unknown => route.get('/', () => Promise.reject(new Error('mine')));
  const { text } = await browser(await open(register, { facts })).get('/?a[b]=1&a=2');
  expect([text.includes('<h1>mine</h1>'), text.includes('cannot be shown: no user today')]).toEqual([true, true]);
});

test.each([[{ APP_ENV: 'production' }], [{ APP_ENV: 'testing' }], [{ APP_ENV: 'development', APP_DEBUG: 'false' }]])(
  'nothing of the debug page appears with %j',
  async (env) => {
    const facts = (): never => {
      throw new Error('facts are for the debug page');
    };
    const register = (route: RootRouter): void => {
      route.get('/', () => Promise.reject(new Error('secret detail', { cause: new Error('secret cause') })));
      route.get('/text', () => Promise.reject('secret detail'));
    };
    const application = await open(register, { env, facts });
    for (const path of ['/', '/text'])
      for (const accept of ['text/html', 'application/json']) {
        const { text } = await http(application).accept(accept).get(path).assertStatus(500);
        expect(text).not.toMatch(/secret|pages\.test|Where|Headers|Registered|Throw new Error|"fix"|"stack"/);
      }
  },
);

const withServer = async (driver: string, work: (server: Served) => Promise<void>): Promise<void> => {
  const server = await serve(
    (route) => {
      route.get('/fails', () => Promise.reject(new Error('secret detail')));
      route.get('/busy', () => Promise.reject(new HttpError(503, 'secret detail')));
      route.get('/form', (ctx) => {
        const field = ctx.request().query('field');
        const errors = { [field]: [`${field} is missing.`, 'It must be text.'], other: ['Too long.'] };
        throw new HttpError(422, 'The input is not valid.', { details: { errors } });
      });
      route.get('/odd', () => {
        throw new HttpError(422, 'odd', { details: { errors: { a: 'no list', b: [1] }, other: { c: ['not shown'] } } });
      });
      route.get('/listed', () => {
        throw new HttpError(422, 'listed', { details: { errors: ['a list'] } });
      });
      route.get('/says', (ctx) => {
        throw new HttpError(409, ctx.request().query('text'));
      });
    },
    { driver, apply: (app) => app.hooks.report.tap('test', () => undefined) },
  );
  try {
    await work(server);
  } finally {
    await server.close();
  }
};

const pageOf = async (url: string) => {
  const reply = await fetch(url, { headers: { accept: 'text/html' } });
  return { status: reply.status, headers: reply.headers, html: await reply.text() };
};

const occurrences = (html: string, text: string): number => html.split(text).length - 1;

describe.each(drivers)('the error page on the %s driver', (driver) => {
  test('HTML 422 lists the fields and their messages', async () => {
    await withServer(driver, async ({ url }) => {
      const { status, html } = await pageOf(`${url}/form?field=user.email`);
      expect(status).toBe(422);
      expect(html).toContain('<p>The input is not valid.</p>');
      expect(html).toContain('<dt>user.email</dt><dd>user.email is missing.</dd><dd>It must be text.</dd>');
      expect(html).toContain('<dt>other</dt><dd>Too long.</dd>');
      const odd = (await pageOf(`${url}/odd`)).html;
      expect(odd).toContain('<dt>b</dt><dd>1</dd>');
      expect([odd.includes('no list'), odd.includes('not shown')]).toEqual([false, false]);
      expect((await pageOf(`${url}/listed`)).html).not.toContain('<dl>');
    });
  });

  test('everything a client sent is text', async () => {
    await withServer(driver, async ({ url }) => {
      for (const path of ['/form?field=', '/says?text=']) {
        const { html } = await pageOf(url + path + encodeURIComponent(attack));
        expect(html).not.toContain('<img');
        expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;&#96;');
      }
    });
  });

  test('the 500 text is said once, with a sentence that helps, and nothing of the error', async () => {
    await withServer(driver, async ({ url }) => {
      for (const [path, phrase] of [
        ['/fails', 'Internal Server Error'],
        ['/busy', 'Service Unavailable'],
      ] as const) {
        const { html } = await pageOf(url + path);
        const [, body = ''] = html.split('<body>');
        expect([occurrences(body, phrase), occurrences(body, 'Please try again later.')]).toEqual([1, 1]);
        expect(html).not.toContain('secret detail');
      }
    });
  });

  test('it has a language, one main landmark, one heading and the request id', async () => {
    await withServer(driver, async ({ url }) => {
      const { html, headers } = await pageOf(`${url}/nowhere`);
      expect(html).toContain('<html lang="en">');
      expect([occurrences(html, '<main>'), occurrences(html, '<h1>')]).toEqual([1, 1]);
      expect(html).toContain('<title>404 Not Found</title>');
      expect(html).toContain(`<code>${headers.get('x-request-id') ?? '-'}</code>`);
    });
  });

  test('it is sent under a policy that allows its one style sheet and nothing else', async () => {
    await withServer(driver, async ({ url }) => {
      const { html, headers } = await pageOf(`${url}/nowhere`);
      const [, style = ''] = /<style>([^]*)<\/style>/.exec(html) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      );
      expect(html).not.toMatch(/<script|style="|https?:|<link/);
      const json = await fetch(`${url}/nowhere`);
      expect(json.headers.get('content-security-policy')).toBeNull();
    });
  });

  test('its policy goes with it: a page of the application in its place has none, and one of the application stays', async () => {
    class OwnPage implements Middleware {
      signature(): string {
        return 'own-page';
      }
      async handle(ctx: Context, next: Next): Promise<Response> {
        if (ctx.request().has('own')) ctx.response().header('Content-Security-Policy', "default-src 'self'");
        const response = await next();
        if (ctx.request().has('plain')) return response;
        return ctx.response().data(response.status, 'text/html', '<script src="/own.js"></script>');
      }
    }
    const fails = () => Promise.reject(new Error('It broke.'));
    for (const env of ['testing', 'development']) {
      const server = await serve((route) => route.middleware(new OwnPage()).get('/', fails), {
        driver,
        env: { APP_ENV: env },
        apply: (app) => app.hooks.report.tap('test', () => undefined),
      });
      try {
        const policyOf = async (query: string) =>
          (await pageOf(`${server.url}/?${query}`)).headers.get('content-security-policy');
        expect([await policyOf('page=1'), await policyOf('own=1')]).toEqual([
          null,
          env === 'testing' ? "default-src 'self'" : null,
        ]);
        expect(await policyOf('plain=1')).toContain("default-src 'none'");
        expect(await policyOf('plain=1&own=1')).toContain(
          env === 'testing' ? "default-src 'self'" : "default-src 'none'",
        );
      } finally {
        await server.close();
      }
    }
  });
});
