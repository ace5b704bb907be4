import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { type Context, HttpError, type Middleware, type Next, type Response } from '@taproot/core';
import { type Served, serve } from '../../support/serve.ts';

const attack = `<img src=x onerror=alert(1)>"'&\``;

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

describe.each(['koa', 'fastify'])('the error page on the %s driver', (driver) => {
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
