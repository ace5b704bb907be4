import { existsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Handler } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { expect } from 'expect';
import { test } from './cases.ts';
import type { Suite } from './suite.ts';

const echo: Handler = (ctx) => ctx.response().json(200, ctx.request().all());

/** Reads all of the input, whose files cannot be sent as JSON. */
const keys: Handler = (ctx) => ctx.response().json(200, Object.keys(ctx.request().all()));

const files: Handler = async (ctx) => {
  const request = ctx.request();
  const list = request.files('file').map(async (file) => ({
    name: file.clientName(),
    size: file.size,
    path: file.path,
    text: String(await file.bytes()),
  }));
  return ctx
    .response()
    .json(200, { title: request.input('title'), tags: request.inputArray('tags'), files: await Promise.all(list) });
};

const routes = (route: RootRouter): void => {
  route.any('/echo', echo);
  route.post('/keys', keys);
  route.post('/files', files);
  route.post('/ignored', (ctx) => ctx.response().string(200, 'ignored')).rawBody();
};

const form = (...names: string[]): FormData => {
  const data = new FormData();
  data.append('title', 'Über');
  data.append('tags[]', 'a');
  data.append('tags[]', 'b');
  for (const name of names) data.append('file', new File([`text of ${name}`], name, { type: 'text/plain' }));
  return data;
};

const typed = (
  type: string,
  body: string | Uint8Array<ArrayBuffer>,
  more: Record<string, string> = {},
): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': type, ...more },
});

/** Bodies, uploads, encodings and their limits. */
export const bodies = (suite: Suite): void => {
  test('an upload brings its fields and files, which are gone when the request is over', async () => {
    const { url, close } = await suite.open(routes);
    const response = await fetch(`${url}/files`, { method: 'POST', body: form('a.txt', 'ü.txt') });
    const { title, tags, files } = (await response.json()) as Record<string, unknown> & { files: { path: string }[] };
    expect([title, tags]).toEqual(['Über', ['a', 'b']]);
    expect(files).toMatchObject([
      { name: 'a.txt', size: 13, text: 'text of a.txt' },
      { name: 'ü.txt', size: 14, text: 'text of ü.txt' },
    ]);
    await close();
    // Taproot removes the files after the reply, and gives no sign when it is done.
    while (files.some(({ path }) => existsSync(path))) await turn();
  });

  test('names of files go together by the rules of texts: one name is a list or a map, never both', async () => {
    const { url } = await suite.open(routes);
    const send = async (files: readonly string[], texts: readonly string[] = []) => {
      const data = new FormData();
      for (const name of texts) data.append(name, 'text');
      for (const name of files) data.append(name, new File(['x'], 'a.txt', { type: 'text/plain' }));
      const response = await fetch(`${url}/keys`, { method: 'POST', body: data });
      const { code = null } = (await response.json()) as { code?: string };
      return [response.status, code];
    };
    const refused = [400, 'E_PARAMS_MALFORMED'];
    expect(await send(['f', 'f[x]'])).toEqual(refused);
    expect(await send(['f[x]', 'f'])).toEqual(refused);
    expect(await send(['f[]', 'f[x]'])).toEqual(refused);
    expect(await send(['f[x]'], ['f'])).toEqual(refused);
    expect(await send(['f'], ['f[x]'])).toEqual(refused);
    expect(await send(['f[x', 'g'])).toEqual(refused);
    expect(await send(['__proto__[x]'])).toEqual([400, 'E_BODY_KEY']);
    expect(await send(['f', 'f[]', 'f[7]'])).toEqual([200, null]);
    expect(await send(['f[x]', 'f[y]'], ['f[z]', 'f[x]'])).toEqual([200, null]);
    expect(await send(['f'], ['f', 'f'])).toEqual([200, null]);
  });

  test('the files of a list stay with the texts of their rows, whatever rows were left out', async () => {
    const { url } = await suite.open((route) => {
      route.post('/rows', (ctx) => {
        const request = ctx.request();
        const rows = request.inputMapArray('rows').map(({ name }, at) => ({
          name,
          photo: request.file(`rows.${at}.photo`)?.clientName() ?? null,
        }));
        return ctx.response().json(200, rows);
      });
    });
    const data = new FormData();
    const row = (at: number, name: string, photo: string | null): void => {
      data.append(`rows[${at}][name]`, name);
      if (photo !== null) data.append(`rows[${at}][photo]`, new File(['x'], photo));
    };
    row(1, 'Ann', 'ann.png');
    row(2, 'Eve', null);
    row(5, 'Bob', 'bob.png');
    const response = await fetch(`${url}/rows`, { method: 'POST', body: data });
    expect(await response.json()).toEqual([
      { name: 'Ann', photo: 'ann.png' },
      { name: 'Eve', photo: null },
      { name: 'Bob', photo: 'bob.png' },
    ]);
  });

  test('UP-01 half an upload is 400, UP-03 too many files or bytes are 413, and the next one is fine', async () => {
    const upload = { max_files: 1, max_body: 2000 };
    const { url } = await suite.open(routes, { config: { http: { upload } } });
    const half = typed(
      'multipart/form-data; boundary=B',
      '--B\r\nContent-Disposition: form-data; name="title"\r\n\r\nx',
    );
    expect((await fetch(`${url}/files`, half)).status).toBe(400);
    expect((await fetch(`${url}/files`, { method: 'POST', body: form('a', 'b') })).status).toBe(413);
    expect(
      (await fetch(`${url}/files`, { method: 'POST', body: form('a'.repeat(200), 'b'.repeat(2000)) })).status,
    ).toBe(413);
    expect((await fetch(`${url}/files`, { method: 'POST', body: form('a') })).status).toBe(200);
  });

  test('a compressed body is read; one that unpacks beyond the limit is 413, another encoding 415', async () => {
    const { url } = await suite.open(routes, { config: { http: { max_body: 10_000 } } });
    const gzip = { 'content-encoding': 'gzip' };
    const small = typed('application/json', new Uint8Array(gzipSync('{"a":1}')), gzip);
    const bomb = typed('application/json', new Uint8Array(gzipSync(JSON.stringify('x'.repeat(1_000_000)))), gzip);
    expect(await (await fetch(`${url}/echo`, small)).json()).toEqual({ a: 1 });
    expect((await fetch(`${url}/echo`, bomb)).status).toBe(413);
    expect((await fetch(`${url}/echo`, typed('application/json', '{}', { 'content-encoding': 'zip' }))).status).toBe(
      415,
    );
  });

  test('a type that is none is 415 where the body is read, and no matter where it is not', async () => {
    const { url } = await suite.open(routes);
    for (const type of ['nonsense', '/', 'a b/c']) {
      const response = await fetch(`${url}/echo`, typed(type, 'x'));
      expect([response.status, await response.json()]).toMatchObject([415, { code: 'E_BODY_UNSUPPORTED' }]);
      expect(await (await fetch(`${url}/ignored`, typed(type, 'x'))).text()).toBe('ignored');
      expect((await fetch(`${url}/unknown`, typed(type, 'x'))).status).toBe(404);
      expect((await fetch(`${url}/ignored`, { ...typed(type, 'x'), method: 'DELETE' })).status).toBe(405);
    }
  });

  test('a body nobody reads is no fault: unknown address, wrong method, refused by middleware', async () => {
    const { url, raw } = await suite.open((route) => {
      routes(route);
      route
        .middleware({ signature: () => 'closed', handle: (ctx) => ctx.response().string(401, 'closed') })
        .post('/closed', echo);
    });
    for (const [path, status] of [
      ['/unknown', 404],
      ['/closed', 401],
    ] as const)
      expect((await fetch(url + path, typed('application/json', '{"half":'))).status).toBe(status);
    const refused = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 3\r\n';
    const answered = await raw(
      `POST /closed HTTP/1.1\r\n${refused}\r\n{"hPOST /closed HTTP/1.1\r\n${refused}Connection: close\r\n\r\n{"h`,
    );
    expect(answered.match(/HTTP\/1\.1 401 /g)).toHaveLength(2);
  });

  test('the rest of a long body nobody reads is not waited for: the reply comes, and the connection ends', async () => {
    const { raw } = await suite.open(routes);
    const head = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n';
    for (const path of ['/unknown', '/ignored']) {
      const received = await raw(`POST ${path} HTTP/1.1\r\n${head}\r\n${'x'.repeat(100_000)}`);
      expect(received).toMatch(/^HTTP\/1\.1 (?:200|404) [^]*\r\nConnection: close\r\n/);
    }
  });

  test('BD-18 chunks are joined; forms nest by brackets; depth and count have their limits', async () => {
    const { url, raw } = await suite.open(routes, {
      config: { http: { max_json_depth: 3, max_params: { count: 3, depth: 2 } } },
    });
    const head = 'POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n';
    expect(await raw(`${head}Transfer-Encoding: chunked\r\n\r\n3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n`)).toMatch(
      /\{"a":1\}$/,
    );
    const status = async (type: string, body: string) => (await fetch(`${url}/echo`, typed(type, body))).status;
    expect(await status('application/json', '')).toBe(400);
    const nested = await fetch(`${url}/echo`, typed('application/x-www-form-urlencoded', 'a[b]=1&c[]=2'));
    expect(await nested.json()).toEqual({ a: { b: '1' }, c: ['2'] });
    expect(await status('application/x-www-form-urlencoded', 'a=1&b=2&c=3&d=4')).toBe(413);
    expect(await status('application/x-www-form-urlencoded', 'a[b][c][d]=1')).toBe(400);
    expect(await status('application/json', '{"a":{"b":{"c":{"d":1}}}}')).toBe(400);
    expect(await status('application/json; charset=latin1', '{}')).toBe(415);
  });
};
