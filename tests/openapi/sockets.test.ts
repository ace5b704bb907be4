import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import { http } from '@taproot/testing';
import { Ajv } from 'ajv';
import type { Described } from '../../plugins/openapi/src/describe-application.ts';
import { describeFilesByBoth } from './compilers.ts';
import { sockets } from './fixture/routes/sockets.ts';
import { withFolder } from './folder.ts';
import { boot } from './support.ts';

interface Message {
  readonly name: string;
  readonly description?: string;
  readonly payload: { readonly properties: { readonly data?: unknown } };
}

interface Channel {
  readonly address: string;
  readonly messages: Readonly<Record<string, Message>>;
}

/** As much of an AsyncAPI document as the tests look at. */
interface AsyncDocument {
  readonly channels: Readonly<Record<string, Channel>>;
  readonly operations: Readonly<Record<string, unknown>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, object>> };
}

const documentOf = ({ sockets }: Pick<Described, 'sockets'>): AsyncDocument => {
  if (sockets === null) throw new Error('There is no AsyncAPI document.');
  return sockets.document as unknown as AsyncDocument;
};

const published = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0.json') as object;
const checks = new Ajv({ strict: false, validateFormats: false, meta: false, validateSchema: false }).compile(
  published,
);

/** The faults of a document by the JSON Schema that AsyncAPI publishes. */
const faultsOf = (document: unknown): unknown => (checks(document) ? [] : checks.errors);

const config = {
  servers: [{ url: '/' }, { url: 'https://api.example.com/shop/', description: 'Production' }],
  license: { name: 'MIT', identifier: 'MIT' },
};

let described: Described;
let six: Described;
let document: AsyncDocument;

beforeAll(async () => {
  ({ six, seven: described } = await describeFilesByBoth(sockets, ['routes/sockets.ts'], config));
  document = documentOf(described);
}, 120_000);

test('sockets are channels of a valid AsyncAPI document, and no paths of the OpenAPI document', () => {
  expect(described.gaps).toEqual([]);
  expect(Object.keys(described.document['paths'] as object)).toEqual(['/plain']);
  expect(faultsOf(document)).toEqual([]);
  expect(document).toMatchObject({
    asyncapi: '3.0.0',
    info: { license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' } },
    servers: {
      'api-example-com-shop': {
        host: 'api.example.com',
        pathname: '/shop',
        protocol: 'wss',
        description: 'Production',
      },
    },
    channels: {
      'get.bare': { address: '/bare', bindings: { ws: { query: { properties: { last: { type: 'string' } } } } } },
      'lobbies.live': {
        address: '/v1/lobbies/{lobby}',
        summary: 'A lobby.',
        description: 'Everyone in it hears everyone.',
        tags: [{ name: 'lobbies' }],
        parameters: { lobby: { description: 'A whole number.' } },
        bindings: {
          ws: {
            method: 'GET',
            // The key is a credential, which `security` says.
            query: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' }, last: {} } },
            headers: { properties: { 'X-Device': { type: 'string' }, 'X-Shop': { description: 'The shop' } } },
          },
        },
      },
    },
    components: { securitySchemes: { key: { type: 'httpApiKey', in: 'query', name: 'key' } } },
  });
  const channel = { $ref: '#/channels/lobbies.live' };
  const message = (name: string) => ({ $ref: `#/channels/lobbies.live/messages/${name}` });
  const security = [{ $ref: '#/components/securitySchemes/key' }];
  const { operations } = document;
  expect(Object.keys(operations)).toEqual([
    'get.bare.receive',
    'get.bare.send',
    'keyed.receive',
    'keyed.send',
    'lobbies.live.receive',
    'lobbies.live.send',
  ]);
  expect(operations['lobbies.live.receive']).toMatchObject({
    action: 'receive',
    channel,
    security,
    messages: expect.arrayContaining([message('receive.say'), message('receive.move~1to%20here')]),
    reply: { channel, messages: [message('send.error')] },
  });
  expect(operations['lobbies.live.send']).toMatchObject({
    action: 'send',
    security,
    messages: ['members', 'presence', 'said', 'typing', 'last', 'corners', 'joined', 'missed', 'heartbeat'].map(
      (name) => message(`send.${name}`),
    ),
  });
});

test('messages have the types of their data, and errors the fields', () => {
  const messages: Channel['messages'] = document.channels['lobbies.live']?.messages ?? {};
  const dataOf = (name: string): unknown => messages[name]?.payload.properties.data;
  expect(messages['send.said']).toMatchObject({ name: 'said', description: 'Somebody said something.' });
  expect(dataOf('send.said')).toEqual({ $ref: '#/components/schemas/Said' });
  expect(dataOf('send.last')).toEqual({ anyOf: [{ $ref: '#/components/schemas/Said' }, { type: 'null' }] });
  expect(document.components?.schemas?.['Said']).toMatchObject({
    properties: { at: { type: 'string', format: 'date-time', description: 'Where it was said.' } },
    required: ['from', 'text'],
  });
  // Draft 7 writes a list of fixed length in another way.
  expect(dataOf('send.corners')).toMatchObject({
    type: 'array',
    items: [{ type: 'number' }, { type: 'number' }],
    maxItems: 2,
  });
  expect(dataOf('receive.say')).toMatchObject({
    properties: { text: { type: 'string', maxLength: 20, 'x-taproot-rules': ['required', 'string', 'max:20'] } },
  });
  expect(dataOf('send.error')).toMatchObject({
    properties: {
      errors: {
        properties: { text: {}, at: {}, x: {} },
        patternProperties: { [String.raw`^tags\.[^.]+$`]: {} },
      },
    },
  });
  expect(JSON.stringify(document)).not.toMatch(/prefixItems|dependentRequired|discriminator/);
});

describe('the document and the server agree', () => {
  let app: Application;
  const ajv = new Ajv({ strict: false, validateFormats: false });

  beforeAll(async () => {
    app = await boot(sockets);
    ajv.addSchema({ ...document, $id: 'document' });
  });

  afterAll(() => app.close());

  const isValid = (name: string, value: unknown): boolean => {
    const text = JSON.stringify(document.channels['lobbies.live']?.messages[name]?.payload ?? false);
    return ajv.validate(JSON.parse(text.replaceAll('"#/', '"document#/')) as object, value);
  };

  test.each<[event: string, data: unknown, answer: string]>([
    ['say', { text: 'hello', tags: ['a'] }, 'said'],
    ['say', { text: 'x'.repeat(21) }, 'error'],
    ['say', { text: 'x', secret: 1 }, 'error'],
    ['say', { text: 'x', tags: [1] }, 'error'],
    ['say', {}, 'error'],
    ['say', undefined, 'error'],
    ['typing', undefined, 'typing'],
    ['typing', {}, 'typing'],
    ['move/to here', { x: 1 }, 'corners'],
    ['move/to here', { x: -1 }, 'error'],
    ['zod', { at: [1, 2] }, 'corners'],
    ['zod', { at: [1] }, 'error'],
    ['zod', { at: [1, 2], note: 'longer' }, 'error'],
    ['valibot', { text: 'ok' }, 'last'],
    ['valibot', { text: 'x' }, 'error'],
    ['arktype', { text: 'ok' }, 'last'],
    ['arktype', { text: 'x' }, 'error'],
    ['vine', { text: 'ok' }, 'last'],
    ['vine', { text: 'x' }, 'error'],
    ['list', [1, 2], 'last'],
    ['list', undefined, 'error'],
    ['shape', { kind: 'circle', radius: 1 }, 'last'],
    ['shape', { kind: 'text', radius: 1 }, 'error'],
    ['heartbeat', {}, 'heartbeat'],
  ])('on %s with %j: %s', async (event, data, answer) => {
    await using client = await http(app).socket('/v1/lobbies/1?id=7&name=ann').open();
    const text = JSON.stringify({ event, data });
    client.sendText(text);
    const message = await client.next(answer);
    expect(isValid(`receive.${event}`, JSON.parse(text))).toBe(answer !== 'error');
    expect(isValid(`send.${answer}`, JSON.parse(JSON.stringify(message)))).toBe(true);
  });

  test('on the greetings of a room with members', async () => {
    await using client = await http(app).socket('/v1/lobbies/2?id=7&name=ann').open();
    await using _other = await http(app).socket('/v1/lobbies/2?id=8&name=bob').open();
    const seen = [await client.next('members'), await client.next('presence')];
    for (const message of seen)
      expect(isValid(`send.${message.event}`, JSON.parse(JSON.stringify(message)))).toBe(true);
    expect(isValid('send.members', { event: 'members', data: [{ id: 7 }] })).toBe(false);
  });
});

test('both compilers read the same', () => {
  expect(documentOf(six)).toEqual(document);
  expect(six.gaps).toEqual([]);
});

test('a hidden socket is in no document, and credentials that may be missing are not said', () => {
  expect(Object.keys(document.channels)).toEqual(['get.bare', 'keyed', 'lobbies.live']);
  expect(document.channels['keyed']).toMatchObject({ summary: 'Keyed' });
  expect(document.operations['keyed.send']).not.toHaveProperty('security');
});

const app = `
import { message, socket } from '@taproot/websocket';
import { z } from 'zod';
import type { RootRouter } from '@taproot/routing';
const tree: z.ZodType<Tree, Tree> = z.object({ name: z.string(), get children() { return z.array(tree); } });
interface Tree { name: string; children: Tree[] }
const room = socket({
  path: '/rooms/{room}',
  receives: { say: { text: 'required|string|max:9' }, grow: tree, run: z.object({ a: z.string() }).refine(() => true) },
  sends: message<{ said: { text: string; size: bigint } }>(),
  on: { say: () => undefined, grow: () => undefined, run: () => undefined },
});
export const routes = (route: RootRouter): void => {
  route.get('/x', () => 'x');
  route.socket(room).name('room');
};
`;

test('the commands write, check and list the gaps of the document', async () => {
  await withFolder(app, async ({ call, read: text, write }) => {
    expect((await call('openapi:write')).output).toContain('api/asyncapi.json is written.');
    expect(JSON.parse(await text('api/asyncapi.json'))).toMatchObject({
      channels: { room: { address: '/rooms/{room}' } },
    });
    expect(faultsOf(JSON.parse(await text('api/asyncapi.json')))).toEqual([]);
    const types = await text('api/sockets.d.ts');
    expect(types).toContain('  room: {');
    expect(types).toMatch(/readonly receives: \{\n {8}say: \{\n {10}text: string;/);
    expect(types).not.toMatch(/heartbeat|joined/);
    expect(await call('openapi:check')).toMatchObject({ code: 0 });
    const { output } = await call('openapi:gaps');
    expect(output).toContain('it contains itself');
    expect(output).toContain('has a check by code');
    expect(output).toContain('size: JSON has no bigint');
    expect(output).toContain('in GET|HEAD /rooms/{room}');
    expect(output).toContain('3 gaps.');
    await write('api/asyncapi.json', (await text('api/asyncapi.json')).replace('"maxLength": 9', '"maxLength": 8'));
    const checked = await call('openapi:check');
    expect(checked.code).toBe(1);
    expect(checked.output).toContain('api/asyncapi.json');
  });
}, 60_000);

test('an application without sockets writes none', async () => {
  await withFolder(app.replace(/route\.socket.*/, ''), async ({ path, call }) => {
    expect((await call('openapi:write')).output).not.toContain('asyncapi');
    expect(existsSync(join(path, 'api', 'asyncapi.json'))).toBe(false);
    expect(await call('openapi:check')).toMatchObject({ code: 0 });
  });
}, 60_000);
