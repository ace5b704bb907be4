import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ApiError, createClient, type ServerEvent } from '@taproot/client';
import type { Application } from '@taproot/core';
import { build } from 'esbuild';
import { browser } from '../browser/support.ts';
import { faultsOf } from './everywhere.js';
import { rawServer, reply } from './raw-server.ts';
import { serve } from './serve.ts';
import { type Api, routes } from './shop/api/routes.js';
import { boot } from './shop/boot.ts';
import { made } from './write-shop.ts';

describe('calls', () => {
  let app: Application;
  let server: Server;
  let api: Api;

  beforeAll(async () => {
    app = await boot();
    const { url, server: opened } = await serve(app);
    server = opened;
    api = createClient({ routes, baseUrl: url, retry: 0 });
  });

  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await app.close();
  });

  test('a call sends a body and gets the data of its status', async () => {
    const made = await api.posts.store({ body: { title: 'Roots', tags: ['a', 'b'] } });
    expect(made).toMatchObject({ ok: true, status: 201, data: { id: 1, title: 'Roots', tags: ['a', 'b'] } });
    const shown = await api.posts.show({ params: { id: 1 } });
    expect(shown.ok && shown.data.written).toBe('2026-01-01T00:00:00.000Z');
    expect(await api.posts.show({ params: { id: 1 } }).data()).toEqual(made.ok && made.data);
  });

  test('a failed validation has the messages of its fields', async () => {
    const tags = ['short', 'much too long for a tag'];
    const result = await api.posts.store({ body: { title: '', tags } });
    expect(result.ok || result.status === 422).toBe(true);
    if (result.ok || result.status !== 422) return;
    expect(result.errors.title).toEqual(['The title is required.']);
    expect(result.errors['tags.1']).toHaveLength(1);
    expect(result.problem.code).toBe('E_VALIDATION_FAILED');
  });

  test('data() throws the result', async () => {
    const failed = await api.posts
      .show({ params: { id: 99 } })
      .data()
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ApiError);
    expect(failed).toMatchObject({
      message: 'posts.show: 404 There is no post 99.',
      result: { ok: false, status: 404, problem: { code: 'E_HTTP_404' } },
    });
  });

  test('queries hold numbers, booleans, lists and objects', async () => {
    const result = await api.search({ query: { q: 'a&b', exact: true, sizes: [1, 2], near: { lat: 1.5 } } });
    expect(result).toMatchObject({ ok: true, data: { q: 'a&b', exact: true, sizes: [1, 2] } });
    expect(await api.search({ query: { q: 'a', sizes: [7] } }).data()).toMatchObject({ sizes: [7], exact: false });
    await api.posts.store({ body: { title: 'Tagged', tags: ['x y'] } }).data();
    const listed = await api.posts.index({ query: { tag: ['x y'], page: 2, drafts: true } }).data();
    expect(listed).toMatchObject({ page: 2, drafts: true, data: [{ title: 'Tagged' }] });
    expect((await api.posts.index().data()).data).toHaveLength(2);
  });

  test('parameters are optional, or the rest of the path', async () => {
    expect(await api.archive({ params: { year: 2026 } }).data()).toEqual({ year: '2026', month: '' });
    expect(await api.archive({ params: { year: 2026, month: 'ä/b' } }).data()).toEqual({ year: '2026', month: 'ä/b' });
    expect(await api.tree({ params: { path: 'a/b c/d' } }).data()).toEqual({ path: 'a/b c/d' });
  });

  test('text, bytes, nothing and redirects come as what they are', async () => {
    expect(await api.text().data()).toBe('plain');
    expect(await api.csv().data()).toBe('a,b\n');
    const picture = await api.picture().data();
    expect([picture.type, [...new Uint8Array(await picture.arrayBuffer())]]).toEqual(['image/png', [1, 2, 3]]);
    expect(await api.nothing()).toMatchObject({ ok: true, status: 204, data: undefined });
    expect(await (await api.moved().data()).text()).toBe('plain');
  });

  test('304 is a result of its own', async () => {
    const whole = await api.file();
    const etag = whole.response?.headers.get('etag') ?? '';
    expect(whole).toMatchObject({ ok: true, status: 200 });
    const again = await api.file({}, { headers: { 'If-None-Match': etag } });
    expect([again.ok, again.status, again.response?.status]).toEqual([false, 304, 304]);
    const thrown = await api
      .file({}, { headers: { 'If-None-Match': etag } })
      .data()
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ApiError);
    expect(String(thrown)).toContain('file: 304');
  });

  test('files make the body a form', async () => {
    const cover = new File(['12345'], 'cover.txt');
    const made = await api.uploads.store({ body: { title: 'A', cover, photos: [new Blob(['1']), new Blob(['2'])] } });
    expect(made).toMatchObject({ ok: true, data: { title: 'A', size: 5, name: 'cover.txt', photos: 2 } });
    const one = await api.uploads.store({ body: { title: 'A', cover, photos: [new Blob(['1'])] } });
    expect(one).toMatchObject({ ok: true, data: { photos: 1 } });
  });

  test('events come one by one, strings as strings', async () => {
    const ticks: unknown[] = [];
    for await (const event of await api.ticks().data()) ticks.push(event);
    expect(ticks).toEqual([1, 2, 3, 4, 5].map((n) => ({ id: String(n), event: 'tick', data: { n } })));
    const feed: unknown[] = [];
    for await (const event of await api.feed().data()) {
      if (event.event === 'tick') feed.push(event.data.n);
      else if (event.event === 'done') feed.push(event.data.reason);
      else feed.push(event.data.slice(0, 6));
    }
    expect(feed).toEqual([1, '{"not"', 'end']);
    const words: string[] = [];
    for await (const { data } of await api.words().data()) words.push(data);
    expect(words).toEqual(['one', '{2}']);
  });
});

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const end = '0\r\n\r\n';

const apiOf = ({ url }: { readonly url: string }): Api => createClient({ routes, baseUrl: url, retry: 0 });

const read = async <Data>(events: AsyncIterable<ServerEvent<Data>>): Promise<Data[]> => {
  const read: Data[] = [];
  for await (const { data } of events) read.push(data);
  return read;
};

test('a stream that breaks goes on behind its last id, after the time that the server says', async () => {
  await using server = await rawServer(({ socket, headers }) => {
    const from = Number(headers.get('last-event-id') ?? 0);
    if (from === 4) return `${head}${end}`;
    const events = [1, 2].map((n) => chunk(`retry: 0\nid: ${from + n}\ndata: {"n":${from + n}}\n\n`));
    socket.end(`${head}${events.join('')}`);
    return null;
  });
  expect(await read(await apiOf(server).ticks().data())).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
  expect(server.requests.map(({ headers }) => headers.get('last-event-id'))).toEqual([undefined, '2', '4']);
});

test('a server that stops says retry, and the stream goes on; 204 ends it', async () => {
  await using server = await rawServer((_request, count) =>
    count === 3
      ? 'HTTP/1.1 204 No Content\r\n\r\n'
      : `${head}${chunk(`data: {"n":${count}}\n\n`)}${chunk('retry: 0\n\n')}${end}`,
  );
  expect(await read(await apiOf(server).ticks().data())).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a stream without ids that breaks throws what happened', async () => {
  await using server = await rawServer(({ socket }) => {
    socket.end(`${head}${chunk('data: {"n":1}\n\n')}`);
    return null;
  });
  const result = await apiOf(server).ticks();
  if (!result.ok) throw new Error('no stream');
  await expect(read(result.data)).rejects.toMatchObject({ name: 'ApiError', result: { reason: 'network' } });
});

test('an event that is no JSON throws, and the connection is closed', async () => {
  await using server = await rawServer(() => `${head}${chunk('data: <html>\n\n')}`);
  await expect(read(await apiOf(server).ticks().data())).rejects.toBeInstanceOf(ApiError);
});

test('a stream that cannot be had again throws its status', async () => {
  await using server = await rawServer(({ socket }, count) => {
    if (count > 1) return reply(500, '{}');
    socket.end(`${head}${chunk('id: 1\nretry: 0\ndata: {"n":1}\n\n')}`);
    return null;
  });
  await expect(read(await apiOf(server).ticks().data())).rejects.toMatchObject({ result: { reason: 'server' } });
});

test('fields in any cut: line breaks of each kind, several lines, comments, names', async () => {
  const text = ': hi\r\n\r\nevent: a\rdata: {"n":\rdata:1}\r\rid: x\ndata: {"n":2}\n\ndata: {"n":3}';
  for (const size of [1, 2, 5, 1000]) {
    const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    await using server = await rawServer(() => `${head}${pieces.map(chunk).join('')}${end}`);
    const events: unknown[] = [];
    for await (const event of await apiOf(server).ticks().data()) events.push(event);
    expect(events).toEqual([
      { id: '', event: 'a', data: { n: 1 } },
      { id: 'x', event: 'message', data: { n: 2 } },
    ]);
  }
});

test('leaving the loop closes the connection, and so does the signal', async () => {
  const closed: Promise<void>[] = [];
  await using server = await rawServer(({ socket }) => {
    closed.push(new Promise((resolve) => socket.once('close', () => resolve())));
    return `${head}${chunk('id: 1\ndata: {"n":1}\n\n')}`;
  });
  const api = apiOf(server);
  for await (const { data } of await api.ticks().data()) {
    expect(data).toEqual({ n: 1 });
    break;
  }
  await closed[0];
  const abort = new AbortController();
  for await (const _event of await api.ticks({}, { signal: abort.signal }).data()) abort.abort();
  await closed[1];
});

const root = join(import.meta.dirname, '..', '..');

const withShop = async (work: (url: string) => Promise<void>): Promise<void> => {
  const app = await boot();
  const { server, url } = await serve(app);
  try {
    await work(url);
  } finally {
    server.closeAllConnections();
    server.close();
    await app.close();
  }
};

test('the client works in this Node', async () => {
  await withShop(async (baseUrl) => {
    expect(await faultsOf(createClient({ routes, baseUrl, retry: 0 }))).toEqual([]);
  });
});

const inBrowser = typeof browser === 'string' ? test.skip : test;

inBrowser(
  'the client works from a bundle in Chromium',
  async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { createClient } from '@taproot/client';
import { faultsOf } from './everywhere.js';
import { routes } from './shop/api/routes.js';
globalThis.run = () => faultsOf(createClient({ routes, retry: 0 }));`,
        resolveDir: join(root, 'tests', 'client'),
      },
      bundle: true,
      format: 'iife',
      conditions: ['source'],
      write: false,
    });
    await withShop(async (url) => {
      if (typeof browser === 'string') return;
      const page = await browser.newPage();
      try {
        await page.goto(`${url}/text`);
        await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
        expect(await page.evaluate('run()')).toEqual([]);
      } finally {
        await page.close();
        await browser.close();
      }
    });
  },
  60_000,
);

const source = join(import.meta.dirname, '..', '..', 'client', 'src');

/** Bytes after brotli of what a page loads at once: the entry and what it imports; what is imported later is not counted. */
const bytesOf = async (entry: string): Promise<number> => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(source, entry)],
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    outdir: 'out',
    write: false,
    metafile: true,
  });
  const open = [Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(entry))?.[0] ?? ''];
  let bytes = 0;
  for (const path of open) {
    const file = outputFiles.find((output) => output.path.endsWith(path));
    bytes += brotliCompressSync(file?.contents ?? '').length;
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && !open.includes(next)) open.push(next);
  }
  return bytes;
};

test('the client is 3,328 bytes at most, and making dates is not in it', async () => {
  const bytes = await bytesOf('index.ts');
  expect(bytes).toBeGreaterThan(2000);
  expect(bytes).toBeLessThanOrEqual(3328);
  expect(await bytesOf('dates.ts')).toBeLessThan(300);
});

test('the files of the shop are those that openapi:write writes: node -C source --import tsx tests/client/write-shop.ts', async () => {
  for (const [file, text] of await made())
    expect([file, await readFile(join(import.meta.dirname, 'shop', file), 'utf8')]).toEqual([file, text]);
}, 60_000);
