import { once } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { withApp } from '../../testing/support.ts';

/** What a handler saw of its exchange. */
interface Seen {
  readonly pieces: number[];
  readonly begun: Promise<void>;
  readonly end: Promise<string>;
  begin(): void;
  leave(how: string): void;
}

const watcher = (): Seen => {
  let begin: () => void = () => undefined;
  let leave: (how: string) => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const end = new Promise<string>((resolve) => (leave = resolve));
  return { pieces: [], begun, end, begin, leave };
};

const routes = (seen: Seen) => (route: RootRouter) => {
  const watch = (signal: AbortSignal): void => {
    signal.addEventListener('abort', () => seen.leave((signal.reason as { code: string }).code));
  };
  route.any('/echo', (ctx) => {
    const { complete, headers } = ctx.request().origin();
    return ctx.response().json(200, { all: ctx.request().all(), complete, coding: headers['transfer-encoding'] });
  });
  route.post('/unread', (ctx) => ctx.response().noContent()).rawBody();
  route.get('/quick', async (ctx) => {
    watch(ctx.request().signal());
    const res = ctx.response().writer();
    const ends = [once(res, 'close'), once(ctx.request().origin().socket, 'close')];
    void Promise.all(ends).then(() => seen.leave(`closed, finished: ${res.writableFinished}`));
    return ctx.response().string(200, 'done');
  });
  route.get('/slow', (ctx) => {
    watch(ctx.request().signal());
    seen.begin();
    return new Promise(() => undefined);
  });
  route.get('/stream', (ctx) => {
    watch(ctx.request().signal());
    return ctx.response().stream(200, async function* () {
      for (let piece = 0; ; piece++) {
        seen.pieces.push(piece);
        yield 'x'.repeat(64 * 1024);
      }
    });
  });
  route.get('/cookies', (ctx) => ctx.response().cookie('a', '1').cookie('b', '2').noContent());
  route.get('/scheme', (ctx) => ctx.response().string(200, ctx.request().fullUrl()));
};

const withFetch = (
  seen: Seen,
  work: (fetch: (path: string, init?: RequestInit) => Promise<Response>) => Promise<void>,
): Promise<void> =>
  withApp(routes(seen), (_client, app: Application) =>
    work((path, init) => app.facades.Route().fetch(new Request(new URL(path, 'http://localhost'), init))),
  );

describe('Route().fetch()', () => {
  test('reads a body that comes in chunks, whole', () =>
    withFetch(watcher(), async (fetch) => {
      const headers = { 'Content-Type': 'application/json' };
      for (const method of ['POST', 'DELETE']) {
        const response = await fetch('/echo', { method, headers, body: '{"a":1}' });
        expect(await response.json()).toEqual({ all: { a: 1 }, complete: true, coding: 'chunked' });
      }
      const sized = await fetch('/echo', {
        method: 'POST',
        headers: { ...headers, 'Content-Length': '7' },
        body: '{"a":1}',
      });
      expect(await sized.json()).toEqual({ all: { a: 1 }, complete: true });
    }));

  test('answers a body nobody reads, and one that is too large', () =>
    withFetch(watcher(), async (fetch) => {
      expect((await fetch('/unread', { method: 'POST', body: 'x'.repeat(3 << 20) })).status).toBe(204);
      const headers = { 'Content-Type': 'application/json' };
      expect((await fetch('/echo', { method: 'POST', headers, body: 'x'.repeat(3 << 20) })).status).toBe(413);
    }));

  test('ends an exchange as a socket does: closed, finished, and nobody left', async () => {
    const seen = watcher();
    await withFetch(seen, async (fetch) => {
      expect(await (await fetch('/quick')).text()).toBe('done');
      expect(await seen.end).toBe('closed, finished: true');
    });
  });

  test('is waited for when the application closes: whoever listens for its end has heard of it', async () => {
    const ended: string[] = [];
    let goOn: () => void = () => undefined;
    const told = new Promise<void>((resolve) => (goOn = resolve));
    const route = (router: RootRouter): void =>
      void router.get('/', (ctx) => {
        ctx
          .response()
          .writer()
          .once('close', () => ended.push('ended'));
        return ctx.response().stream(200, async function* () {
          yield 'a';
          await told;
          yield 'b';
        });
      });
    await withApp(route, async (_client, app) => {
      await app.facades.Route().fetch(new Request('http://localhost/'));
      const closing = app.close();
      goOn();
      await closing;
      expect(ended).toEqual(['ended']);
    });
  });

  test('holds a close up no longer than half a second when nobody reads it', async () => {
    const seen = watcher();
    await withApp(routes(seen), async (_client, app) => {
      const reply = await app.facades.Route().fetch(new Request('http://localhost/stream'));
      expect(await app.close()).toEqual([]);
      expect(reply.bodyUsed).toBe(false);
      // What nobody reads is held back meanwhile.
      expect(seen.pieces.length).toBeLessThan(40);
    });
  });

  test('gives a null body where HTTP has none', () =>
    withFetch(watcher(), async (fetch) => {
      const cookies = await fetch('/cookies');
      expect([cookies.status, cookies.body]).toEqual([204, null]);
      expect(cookies.headers.getSetCookie()).toHaveLength(2);
      const head = await fetch('/quick', { method: 'HEAD' });
      expect([head.body, head.headers.get('content-length')]).toEqual([null, '4']);
    }));

  test('knows an encrypted address', () =>
    withApp(routes(watcher()), async (_client, app) => {
      const response = await app.facades.Route().fetch(new Request('https://example.com/scheme?a=1'));
      expect(await response.text()).toBe('https://example.com/scheme?a=1');
    }));

  test('tells the handler when the signal is aborted before the reply', async () => {
    const seen = watcher();
    await withFetch(seen, async (fetch) => {
      const controller = new AbortController();
      const reply = fetch('/slow', { signal: controller.signal });
      await seen.begun;
      controller.abort();
      await expect(reply).rejects.toMatchObject({ name: 'AbortError' });
      expect(await seen.end).toBe('E_CLIENT_LEFT');
    });
  });

  test('streams with back-pressure, and stops when the body is cancelled', async () => {
    const seen = watcher();
    await withFetch(seen, async (fetch) => {
      const { body } = await fetch('/stream');
      const reader = body?.getReader();
      expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
      // Far below what an unread reply would take in if nobody held it back.
      expect(seen.pieces.length).toBeLessThan(40);
      await reader?.cancel();
      expect(await seen.end).toBe('E_CLIENT_LEFT');
    });
  });

  test('breaks a stream off when the signal is aborted in the midst of it', async () => {
    const seen = watcher();
    await withFetch(seen, async (fetch) => {
      const controller = new AbortController();
      const reply = await fetch('/stream', { signal: controller.signal });
      controller.abort();
      await expect(reply.text()).rejects.toMatchObject({ name: 'AbortError' });
      expect(await seen.end).toBe('E_CLIENT_LEFT');
    });
  });
});
