import { createServer, IncomingMessage, request as send } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Application, createFacades, setup } from '@taproot/core';
import { fastify } from '@taproot/fastify';
import { routing } from '@taproot/routing';
import { http, upload } from '@taproot/testing';
import { type Validation, validation } from '@taproot/validation';
import { bootWith } from '../../core/support.ts';
import { drivers } from '../../support/drivers.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let app: Application;
let make: Validation['make'];

beforeAll(async () => {
  app = await bootWith([routing(), validation()]);
  const rules = app.facades.Validation();
  make = rules.make.bind(rules);
});

afterAll(() => app.close());

const valid = async (data: unknown, rules: Readonly<Record<string, string>>): Promise<unknown> =>
  structuredClone((await make(null, data as object, rules)).validated());

const formOf = (entries: readonly (readonly [string, string | File])[]): FormData => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
};

/** A request that a server of the test's got, while its body is unread. */
const receive = async <Result>(
  headers: Readonly<Record<string, string>>,
  body: string,
  use: (message: IncomingMessage) => Promise<Result>,
): Promise<Result> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await new Promise<Result>((resolve, reject) => {
      server.once('request', (message: IncomingMessage, response) => {
        use(message)
          .then(resolve, reject)
          .finally(() => response.end());
      });
      const { port } = server.address() as AddressInfo;
      send({ port, host: '127.0.0.1', method: 'POST', path: '/?page=2', headers, agent: false }, (reply) =>
        reply.resume(),
      )
        .on('error', reject)
        .end(body);
    });
  } finally {
    server.close();
  }
};

const json = { 'content-type': 'application/json' };
const rules = { title: 'required', 'user.role': 'required', tags: 'list' };

describe('V-1: make() reads', () => {
  test('a FormData, nested by brackets, with its files', async () => {
    const entries = [
      ['title', 'x'],
      ['user[role]', 'root'],
      ['tags', 'a'],
      ['photo', new File([png], 'a.png')],
    ] as const;
    const validator = await make(null, formOf(entries), { ...rules, photo: 'required|image' });
    const { photo, ...rest } = validator.validated() as Record<string, unknown>;
    expect(structuredClone(rest)).toEqual({ title: 'x', user: { role: 'root' }, tags: ['a'] });
    expect(photo).toMatchObject({ size: png.length });
    await expect(make(null, formOf([['title', ' ']]), { title: 'required' })).resolves.toMatchObject({});
    expect((await make(null, formOf([['title', ' ']]), { title: 'required' })).fails()).toBe(true);
  });

  test('a web Request: query and JSON, or a form', async () => {
    const post = (body: string | URLSearchParams, headers = {}): Request =>
      new Request('http://a.test/?page=2', { method: 'POST', body, headers });
    const sent = { title: 'x', user: { role: 'root' }, tags: ['a'] };
    expect(await valid(post(JSON.stringify(sent), json), { ...rules, page: 'integer' })).toEqual({
      ...sent,
      page: '2',
    });
    expect(await valid(post(new URLSearchParams('title=x&user[role]=root&tags=a')), rules)).toEqual(sent);
    expect(await valid(new Request('http://a.test/?title=x'), { title: 'required' })).toEqual({ title: 'x' });
  });

  test('an IncomingMessage whose body is unread', async () => {
    const sent = { title: 'x', user: { role: 'root' }, tags: ['a'] };
    const found = await receive(json, JSON.stringify(sent), (message) => valid(message, { ...rules, page: 'integer' }));
    expect(found).toEqual({ ...sent, page: '2' });
  });

  test('URLSearchParams nested by brackets, and a Map of lists of texts', async () => {
    const sent = { title: 'x', user: { role: 'root' }, tags: ['a'] };
    expect(await valid(new URLSearchParams('title=x&user[role]=root&tags=a'), rules)).toEqual(sent);
    const map = new Map([
      ['title', ['x']],
      ['tags', ['a']],
      ['both', ['1', '2']],
    ]);
    expect(await valid(map, { title: 'string', tags: 'list', both: 'array' })).toEqual({
      title: 'x',
      tags: ['a'],
      both: ['1', '2'],
    });
    expect(await valid({ tags: ['a'] }, { tags: 'min:1' })).toEqual({ tags: ['a'] });
  });

  test('no body beyond the limits of bodies, and none that is malformed', async () => {
    const post = (body: string): Request => new Request('http://a.test/', { method: 'POST', body, headers: json });
    const refusal = (body: string): Promise<unknown> => make(null, post(body), { a: 'required' });
    await expect(refusal(`"${'x'.repeat(app.config.http.max_body)}"`)).rejects.toMatchObject({ status: 413 });
    await expect(refusal('{')).rejects.toMatchObject({ status: 400 });
  });
});

describe('a body without fields is never valid', () => {
  const send = (path: string, body: string, type: string) =>
    http(bodies).withHeader('Content-Type', type).post(path, Buffer.from(body));
  const sometimes = { '*': 'sometimes', '*.id': 'integer', page: 'integer' };
  let bodies: Application;

  beforeAll(async () => {
    bodies = await setup(createFacades(), { env: { APP_ENV: 'testing' } })
      .withPlugins([routing(), validation()])
      .withRouting((route) => {
        route.post('/validated', async (ctx) => ctx.response().json(200, await ctx.request().validated(sometimes)));
        route.post('/validate', async (ctx) => {
          const validator = await ctx.request().validate(sometimes);
          return ctx.response().json(200, validator.validated());
        });
        route.post('/query', async (ctx) => {
          const rules = bodies.facades.Validation();
          const body = await ctx.request().body();
          const query = await rules.make(ctx, ctx.request().queries(), { page: 'integer' });
          const rows = await rules.make(ctx, { items: body }, { items: 'list', 'items.*.id': 'required|integer' });
          return ctx.response().json(200, { ...query.validated(), ...rows.validated() });
        });
      })
      .create();
  });

  afterAll(() => bodies.close());

  const json = 'application/json';

  test.each([
    ['a list', '[{"id":"x"}]', json],
    ['a list', '[[]]', json],
    ['a string', '"x"', json],
    ['a number', '0', json],
    ['a boolean', 'false', json],
    ['a string', '{"id":1}', 'text/plain'],
  ])('%s: %s', async (actual, body, type) => {
    for (const path of ['/validated', '/validate', '/validated?page=1']) {
      const reply = await send(path, body, type);
      expect(reply.status).toBe(400);
      expect(reply.json()).toMatchObject({ code: 'E_BODY_SHAPE', message: expect.stringContaining(`is ${actual},`) });
    }
    const request = new Request('http://a.test/', { method: 'POST', body, headers: { 'content-type': type } });
    await expect(make(null, request, sometimes)).rejects.toMatchObject({ code: 'E_BODY_SHAPE' });
  });

  test('unless it holds nothing', async () => {
    for (const body of ['null', '[]', ' [ ] '])
      await send('/validated?page=2', body, json).assertExactJson({ page: 2 });
    await send('/validated?page=2', '', 'text/plain').assertExactJson({ page: 2 });
  });

  test('and the handler may validate what body() gave', async () => {
    await send('/query?page=2', '[{"id":1,"x":2}]', json).assertExactJson({ page: '2', items: [{ id: 1 }] });
    await send('/query', '[{"id":"x"}]', json).assertUnprocessable();
    await send('/query', '"x"', json).assertUnprocessable();
  });
});

describe('V-1: make() refuses', () => {
  const used = new Request('http://a.test/', { method: 'POST', body: 'x' });
  const drained = new IncomingMessage(new Socket());

  beforeAll(async () => {
    await used.text();
    drained.push('x');
    drained.push(null);
    for await (const _chunk of drained);
  });

  test.each([
    ['a promise', () => Promise.resolve({ a: 1 }), 'a Promise', 'Await it first.'],
    ['headers', () => new Headers({ a: '1' }), 'a Headers', 'Object.fromEntries(headers)'],
    ['a set', () => new Set([1]), 'a Set', 'Give an object'],
    ['a buffer', () => Buffer.from('{}'), 'a Buffer', 'parse bytes before'],
    ['bytes', () => new Uint8Array(2), 'a Uint8Array', 'parse bytes before'],
    ['a date', () => new Date(0), 'a Date', 'Give an object'],
    ['a file', () => new File([], 'a'), 'a File', 'Give an object'],
    ['an expression', () => /a/, 'a RegExp', 'Give an object'],
    ['null', () => null, 'null', 'Give an object'],
    ['nothing', () => undefined, 'undefined', 'Give an object'],
    ['a text', () => '{"a":1}', `the text '{"a":1}'`, 'parse JSON before'],
    ['a number', () => 5, 'of type number', 'Give an object'],
    ['a function', () => () => ({}), 'of type function', 'Give an object'],
    ['a list', () => [{ a: 1 }], 'a list', '{ items: list }'],
    ['a web Request that was read', () => used, 'a request whose body was read already', 'ctx.request()'],
    ['an IncomingMessage that was read', () => drained, 'a request whose body was read already', 'ctx.request()'],
  ])('%s, with what it was and what to do', async (_name, data, actual, fix) => {
    const refused = make(null, data() as object, { a: 'sometimes' });
    await expect(refused).rejects.toMatchObject({
      code: 'E_DATA_SHAPE',
      message: expect.stringContaining(actual),
      fix: expect.stringContaining(fix),
    });
  });

  test('what only routing() reads where it is missing', async () => {
    const alone = await bootWith([validation()]);
    try {
      const nested = new URLSearchParams('u[n]=x');
      for (const data of [new FormData(), new Request('http://a.test/'), nested])
        await expect(alone.facades.Validation().make(null, data as object, { a: 'sometimes' })).rejects.toMatchObject({
          code: 'E_DATA_SHAPE',
          fix: expect.stringContaining('routing()'),
        });
    } finally {
      await alone.close();
    }
  });
});

describe.each(drivers)('V-2: a list field of a form on the %s driver', (driver) => {
  let served: Application;
  const handle = createFacades();

  beforeAll(async () => {
    served = await setup(handle, { env: { APP_ENV: 'testing' } })
      .withPlugins([routing(), fastify(), validation()])
      .withConfig({ http: { driver } })
      .withRouting((route) => {
        route.post('/typed', async (ctx) => {
          const { docs = [], ...rest } = await ctx.request().validated({
            'docs.*': 'file',
            'tags.*': 'string|in:a,b',
            roles: 'list',
            'roles.*': 'required|integer',
            sizes: 'array',
            'items.*.marks': 'list',
          });
          return ctx.response().json(200, { ...rest, docs: docs.length });
        });
        route.post('/files', async (ctx) => {
          const { docs = [] } = await ctx.request().validated({ docs: 'list|max:3', 'docs.*': 'required|file' });
          const names: string[] = docs.map((file) => file.clientName());
          return ctx.response().json(200, { names });
        });
        route.post('/raw', async (ctx) => {
          const validator = await ctx.request().validate({ tags: 'required', 'tags.*': 'in:a,b' });
          return ctx.response().json(200, validator.passes() ? validator.validated() : validator.errors());
        });
        route.post('/filtered', async (ctx) =>
          ctx
            .response()
            .json(200, await ctx.request().validated({ 'tags.*': 'in:a' }, { filters: { 'tags.*': 'trim|lower' } })),
        );
        route.post('/map', async (ctx) =>
          ctx.response().json(200, await ctx.request().validated({ user: 'array', 'user.name': 'string' })),
        );
        route.post('/own', async (ctx) => {
          const validator = await served.facades.Validation().make(ctx, ctx.request().node(), { tags: 'list' });
          return ctx.response().json(200, validator.validated());
        });
      })
      .create();
  });

  afterAll(() => served.close());

  const post = async (path: string, body: string): Promise<unknown> =>
    (await http(served).post(path, new URLSearchParams(body))).json();

  test('takes one value', async () => {
    expect(await post('/typed', 'tags=a&roles=5&sizes=xl&items[0][marks]=x')).toEqual({
      tags: ['a'],
      roles: [5],
      sizes: ['xl'],
      items: [{ marks: ['x'] }],
      docs: 0,
    });
    expect(await post('/raw', 'tags=a')).toEqual({ tags: ['a'] });
    expect(await post('/own', 'tags=a')).toEqual({ tags: ['a'] });
    expect(await post('/filtered', 'tags= A ')).toEqual({ tags: ['a'] });
    expect(await post('/typed?tags=a', '')).toEqual({ tags: ['a'], docs: 0 });
  });

  test('checks it as an entry', async () => {
    expect(await post('/typed', 'tags=c')).toMatchObject({ errors: { 'tags.0': [expect.any(String)] } });
    expect(await post('/raw', 'tags=c')).toMatchObject({ 'tags.0': [expect.any(String)] });
  });

  test('takes one upload', async () => {
    await http(served)
      .post('/typed', upload({ tags: 'b' }, { docs: new File(['x'], 'a.txt') }))
      .assertExactJson({ tags: ['b'], docs: 1 });
  });

  test('has no entry for an upload that was left empty, as browsers and Node write it', async () => {
    const part = (name: string, more: string, content = '') =>
      `--B\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
    const binary = '\r\nContent-Type: application/octet-stream';
    const empty = (name: string) => [part(name, `; filename=""${binary}`), part(name, binary)];
    for (const name of ['docs', 'docs[]', 'docs[0]'])
      for (const written of empty(name)) {
        const request = http(served).withHeader('Content-Type', 'multipart/form-data; boundary=B');
        await request.post('/files', Buffer.from(`${written}${written}--B--`)).assertExactJson({ names: [] });
        const one = part('docs[]', '; filename="a.txt"', 'x');
        const some = request.post('/files', Buffer.from(`${written}${one}${written}--B--`));
        if (name === 'docs[]') await some.assertExactJson({ names: ['a.txt'] });
      }
    const node = new FormData();
    for (const name of ['', 'b.txt', '']) node.append('docs[]', new File([], name));
    await http(served)
      .post('/files', node)
      .assertExactJson({ names: ['b.txt'] });
    expect(await post('/files', 'docs[]=')).toMatchObject({ errors: { 'docs.0': [expect.any(String)] } });
  });

  test('is absent when it was left empty, and no list is made of a field with keys of its own', async () => {
    expect(await post('/typed', 'tags=&roles=')).toEqual({ docs: 0 });
    expect(await post('/map', 'user=ada')).toMatchObject({ errors: { user: [expect.any(String)] } });
  });

  test('in JSON has to be a list, also beside a query', async () => {
    await http(served).post('/typed', { tags: 'a' }).assertUnprocessable();
    await http(served)
      .post('/typed?roles=7', { tags: ['a'] })
      .assertExactJson({ tags: ['a'], roles: [7], docs: 0 });
  });
});
