import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import type { Recording } from '../../plugins/devtools/src/recorder/recording.ts';
import { Ring } from '../../plugins/devtools/src/recorder/ring.ts';
import { plant } from './planted.ts';
import { ask, bearer, closing, learn, portOf, seen, serve } from './support.ts';

/** The times on a page, in milliseconds. */
const timesOf = (page: string): number[] =>
  [...page.matchAll(/<span class="number" title="[^"]*">([\d.]+) (ms|s)<\/span>/g)].map(
    ([, figure = '', unit]) => Number(figure) * (unit === 's' ? 1000 : 1),
  );

test('the times of all steps of a request add up to its time', async () => {
  const app = closing(await plant(async () => undefined));
  await ask(app, '/n-plus-one');
  const { id, steps, milliseconds } = await learn(app, '/n-plus-one');
  const times = timesOf((await ask(app, `/_taproot/requests/${id}`)).text);
  expect(times).toHaveLength(steps.length + 1);
  const sum = times.reduce((all, one) => all + one, 0);
  // Each is rounded to a hundredth; a step that is still at work after the response belongs to no part of it.
  expect(Math.abs(sum - (milliseconds ?? 0))).toBeLessThan(0.1 * (milliseconds ?? 0));
});

test('credentials are masked on every page, and in what is copied', async () => {
  const app = await serve(undefined, (route) => {
    route.post('/login', async (ctx) => {
      await ctx.request().body();
      return ctx
        .response()
        .cookie({ name: 'session', value: 'cookie-secret' })
        .json(200, { access_token: 'token-secret', name: 'Ada' });
    });
  });
  const { id } = await learn(app, '/login?api_key=query-secret&page=2', {
    method: 'POST',
    headers: { Authorization: 'Bearer header-secret', Cookie: 'a=cookie-secret', 'Content-Type': 'application/json' },
    body: '{"name":"Ada","password":"body-secret","deep":[{"apiKey":"deep-secret"}]}',
  });
  for (const path of ['', `/requests/${id}`, '/requests.json', '/logs', '/config']) {
    const { text } = await ask(app, `/_taproot${path}`);
    expect([path, /\w+-secret/.exec(text)?.[0]]).toEqual([path, undefined]);
  }
  const { text } = await ask(app, `/_taproot/requests/${id}`);
  expect(text).toContain('Ada');
  expect(text).toContain('page=2');
});

test('input of a client is escaped on the pages', async () => {
  const app = await serve();
  const { id } = await learn(app, '/?q=<script>alert(1)</script>', {
    headers: { 'X-Name': '"><img src=x onerror=alert(1)>', 'Content-Type': 'text/plain' },
    method: 'POST',
    body: '</pre><script>alert(2)</script>',
  });
  for (const path of ['/_taproot', `/_taproot/requests/${id}`])
    expect((await ask(app, path)).text).not.toMatch(
      /<script>|<img|alert\(1\)<\/|<script(?! type="module" src="\/_taproot)/,
    );
});

test('a request can be sent again, with its headers and its body', async () => {
  const app = await serve(undefined, (route) => {
    route.post('/echo', async (ctx) =>
      ctx.response().string(200, `${ctx.request().header('x-name')} ${String(await ctx.request().body())}`),
    );
  });
  const first = await learn(app, '/echo', {
    method: 'POST',
    headers: { 'X-Name': 'Ada', 'Content-Type': 'text/plain' },
    body: 'lovelace',
  });
  const own = { Origin: 'http://localhost', Host: 'localhost' };
  const again = await ask(app, `/_taproot/requests/${first.id}/replay`, { method: 'POST', headers: own });
  expect([again.status, again.headers.location]).toEqual([303, `/_taproot/requests/${first.id + 1}`]);
  const [second] = await seen(app);
  expect(second).toMatchObject({ method: 'POST', target: '/echo', status: 200 });
  expect((await ask(app, `/_taproot/requests/${second?.id}`)).text).toContain('Ada lovelace');
});

/** The address of the list that is told of new requests. */
const liveOf = (app: Application) => ({
  host: '127.0.0.1',
  port: portOf(app),
  path: '/_taproot/live',
  headers: bearer(app),
  agent: false,
});

test('the list hears of each request that ends', async () => {
  const app = await serve();
  const heard = await new Promise<string>((resolve, reject) => {
    const live = request(liveOf(app), (response) => {
      response.setEncoding('utf8').on('data', (chunk: string) => {
        if (chunk.startsWith(': open')) ask(app, '/').catch(reject);
        if (!chunk.includes('data: ')) return;
        live.destroy();
        resolve(chunk);
      });
    });
    live.on('error', reject).end();
  });
  expect(JSON.parse(heard.slice(heard.indexOf('data: ') + 6))).toMatch(/^<tr data-id="1">/);
});

test('an application closes while lists are open', async () => {
  const app = await serve();
  const ended = new Promise((resolve, reject) => {
    const live = request(liveOf(app), (response) => {
      response.on('data', () => void app.close().catch(reject)).once('end', resolve);
    });
    live.on('error', reject).end();
  });
  await ended;
  expect(await app.close()).toEqual([]);
});

test('the pages of routes, hooks, configuration and logs are there, and nothing else is', async () => {
  const app = await serve();
  await ask(app, '/');
  for (const [path, shown] of [
    ['/routes', 'route'],
    ['/hooks', 'http.server'],
    ['/config', 'shutdown_timeout'],
    ['/logs', 'None.'],
  ])
    expect((await ask(app, `/_taproot${path}`)).text).toContain(shown);
  expect((await ask(app, '/_taproot/requests/99')).status).toBe(404);
  expect((await ask(app, '/_taproot/nothing')).status).toBe(404);
  expect((await ask(app, '/_taproot', { method: 'DELETE' })).status).toBe(405);
});

test('two requests can be compared: what differs, and what only one of them did', async () => {
  const app = closing(await plant(async () => undefined));
  const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' } };
  const first = await learn(app, '/posts', { ...asked, body: '{"title":"Ada"}' });
  const second = await learn(app, '/posts', { ...asked, body: '{"title":"too long"}' });
  const third = await learn(app, '/n-plus-one');
  const shown = (await ask(app, `/_taproot/requests/${second.id}`)).text;
  expect(shown).toContain(`href="/_taproot/compare/${first.id}/${second.id}"`);

  const rowsOf = async (one: number, other: number): Promise<string[]> => {
    const { text } = await ask(app, `/_taproot/compare/${one}/${other}`);
    return [...text.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) =>
      row
        .replaceAll(/<[^>]+>|\s+/g, ' ')
        .replaceAll(/ +/g, ' ')
        .trim(),
    );
  };
  const rows = await rowsOf(first.id, second.id);
  expect(rows).toContainEqual('Status 200 422 differs');
  expect(rows).toContainEqual('Route /posts /posts');
  expect(rows).toContainEqual(expect.stringMatching(/^validation title, email validation [\d.]+ ms [\d.]+ ms$/));
  const others = await rowsOf(first.id, third.id);
  expect(others).toContainEqual(
    expect.stringMatching(/^validation title, email validation only one [\d.]+ ms absent$/),
  );
  expect(others.filter((row) => row.startsWith('query select ? as id'))).toHaveLength(5);
  expect((await ask(app, `/_taproot/compare/${first.id}/99`)).status).toBe(404);
});

test('the ring keeps the newest, by number and by bytes', () => {
  const recording = (id: number, memory: number) => ({ id, memory }) as unknown as Recording;
  const ring = new Ring(3, 100);
  for (const id of [1, 2, 3, 4]) ring.add(recording(id, 10));
  expect(ring.all.map(({ id }) => id)).toEqual([4, 3, 2]);
  ring.add(recording(5, 85));
  expect(ring.all.map(({ id }) => id)).toEqual([5, 4]);
  ring.add(recording(6, 200));
  expect(ring.all.map(({ id }) => id)).toEqual([]);
});

test.each(['/fails', '/nowhere'])('the page of the error of %s leads to the request', async (path) => {
  const app = await serve(undefined, (route) => {
    route.get('/fails', () => {
      throw new Error('no posts');
    });
  });
  const failed = await ask(app, path, { headers: { Accept: 'text/html' } });
  const [, link = ''] = /href="(\/_taproot[^"]*)"/.exec(failed.text) ?? [];
  const found = await ask(app, link);
  expect([found.status, found.headers.location]).toEqual([303, '/_taproot/requests/1']);
});

test('without debugging no page leads there', async () => {
  const app = await serve({ APP_ENV: 'development', APP_DEBUG: 'false' });
  expect((await ask(app, '/nowhere', { headers: { Accept: 'text/html' } })).text).not.toContain('_taproot');
});
