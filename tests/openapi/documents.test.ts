import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { readGenerated } from '@taproot/core/internal';
import { definePlugin } from '@taproot/core/plugin';
import { lang } from '@taproot/lang';
import { openapi } from '@taproot/openapi';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import type { Built } from '../../plugins/openapi/src/document/build-document.ts';
import { documentText } from '../../plugins/openapi/src/document/document-file.ts';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';
import { validationSchemas } from '../../plugins/openapi/src/rules/validation-schemas.ts';
import { describeFolder } from '../support/describe-folder.ts';
import { api } from './fixture/routes/api.ts';
import { gaps, gaps as routes } from './fixture/routes/gaps.ts';
import { boot } from './golden/boot.ts';
import { type Document, operationOf } from './operations.ts';
import { differences, explains, factsOfConduit, publishedFacts, reasonTable } from './realworld/differences.ts';
import { reasons } from './realworld/reasons.ts';
import { boot as bootOfGaps, fixture } from './support.ts';

const root = join(import.meta.dirname, '..', '..');

// Not by its name: both merge the same interfaces, so they are no part of one program.
type Boot = (options: { readonly env: Readonly<Record<string, string>> }) => Promise<Application>;

// `test:long -- api-compilers` holds Conduit's as well, and reads both with TypeScript 6; `openapi:check` of .ci/run compares both.
test('the document of the skeleton is the committed one, has no gaps and is valid', async () => {
  const folder = join(root, 'app-skeleton');
  const { boot } = (await import(join(folder, 'bootstrap', 'app.ts'))) as { readonly boot: Boot };
  const app = await boot({ env: { APP_ENV: 'testing' } });
  try {
    const built = await describeFolder(app, folder);
    expect(built.gaps).toEqual([]);
    expect(built.leftOut).toEqual(['GET|HEAD /health/live', 'GET|HEAD /health/ready']);
    expect(documentText(built.document)).toBe(await readGenerated(join(folder, 'api', 'openapi.json')));
    await validateDocument(built.document);
  } finally {
    await app.close();
  }
}, 60_000);

const folder = join(import.meta.dirname, 'golden');
const file = join(folder, 'api', 'openapi.json');

test('the document of an application with one of everything is the one that was read line by line (UPDATE_DOCS=1 writes it)', async () => {
  const app = await boot();
  try {
    const built = await describeFolder(app, folder);
    await validateDocument(built.document);
    expect(built.gaps).toEqual([]);
    expect(built.leftOut).toEqual([]);
    const text = documentText(built.document);
    if (process.env['UPDATE_DOCS'] === '1') await writeFile(file, text);
    expect(text.split('\n')).toEqual((await readFile(file, 'utf8')).split('\n'));
  } finally {
    await app.close();
  }
}, 60_000);

test('taps change operations and the document, and hear of each gap', async () => {
  const heard: string[] = [];
  const operations: string[] = [];
  const app = await setup(null, { basePath: fixture, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), lang(), validation(), openapi()])
    .withCallback((made) => {
      const { operation, document, gap } = made.hookTables.of('openapi');
      operation.tap('test', (given, { route, method, path }) => {
        operations.push(`${method} ${path} ${route.path}`);
        return { ...given, 'x-method': method };
      });
      document.tap('test', (given) => ({ ...given, 'x-owner': 'shop' }));
      gap.tap('test', ({ code }) => void heard.push(code));
    })
    .withRouting(routes)
    .create();
  try {
    const built = await describeFolder(app, fixture);
    expect(built.document['x-owner']).toBe('shop');
    expect(heard).toEqual(built.gaps.map(({ code }) => code));
    expect(heard.length).toBeGreaterThan(0);
    const made = Object.entries(built.document['paths'] as Record<string, Record<string, Record<string, unknown>>>);
    const marked = made.flatMap(([path, item]) =>
      Object.entries(item).map(([method, each]) => `${method} ${path} ${String(each['x-method'] === method)}`),
    );
    expect(marked.length).toBe(operations.length);
    expect(marked.filter((each) => !each.endsWith('true'))).toEqual([]);
  } finally {
    await app.close();
  }
}, 60_000);

const page = join(import.meta.dirname, '..', '..', 'docs', 'openapi.md');
const start = '<!-- reasons: made by UPDATE_DOCS=1 npm test -- tests/openapi/documents -->';
const end = '<!-- end of reasons -->';

test('operations, parameters, fields and statuses of Conduit are those of RealWorld, but for reasons', async () => {
  const published = await publishedFacts();
  const ours = await factsOfConduit();
  expect(Object.keys(ours)).toEqual(Object.keys(published));
  expect(Object.values(published).flat().length).toBeGreaterThan(280);
  const rows = differences(published, ours);
  expect(rows.filter((row) => !reasons.some((reason) => explains(row, reason)))).toEqual([]);
  expect(reasons.filter((reason) => !rows.some((row) => explains(row, reason)))).toEqual([]);
});

test('docs/openapi.md has the reasons and their counts (UPDATE_DOCS=1 makes them again)', async () => {
  const text = await readFile(page, 'utf8');
  const table = reasonTable(differences(await publishedFacts(), await factsOfConduit()));
  const made = text.replace(new RegExp(`${start}[\\s\\S]*${end}`), () => `${start}\n\n${table}\n\n${end}`);
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(page, made);
  expect(text).toContain(start);
  expect(await readFile(page, 'utf8')).toBe(made);
});

test.each([
  ['a field that a reply lacks', '201 user.token required'],
  ['a field that a body lacks', 'body user.email required'],
  ['a status', '201'],
])('%s is found', async (_what, fact) => {
  const published = await publishedFacts();
  expect(published['POST /users']).toContain(fact);
  const less = { ...published, 'POST /users': (published['POST /users'] ?? []).filter((each) => each !== fact) };
  expect(differences(published, less)).toEqual([{ operation: 'POST /users', fact, only: 'realworld' }]);
});

const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: {} };

test('a document that is valid passes', async () => {
  await expect(validateDocument(document)).resolves.toBeUndefined();
});

test.each([
  ['no version', { ...document, info: { title: 'Shop' } }],
  ['a path without its slash', { ...document, paths: { posts: {} } }],
  ['a response without description', { ...document, paths: { '/': { get: { responses: { 200: {} } } } } }],
  [
    'a parameter of the path that may be left out',
    { ...document, paths: { '/{id}': { parameters: [{ name: 'id', in: 'path', schema: {} }] } } },
  ],
])('%s is E_OPENAPI_INVALID', async (_what, invalid) => {
  await expect(validateDocument(invalid)).rejects.toMatchObject({ code: 'E_OPENAPI_INVALID' });
});

describe('what the code does not say', () => {
  let built: Built;

  beforeAll(async () => {
    const app = await bootOfGaps(gaps);
    built = await describeFolder(app, fixture);
    await app.close();
  }, 60_000);

  const gapsAt = (part: string): string[] =>
    built.gaps
      .filter(({ message, place }) => `${basename(place?.file ?? '')} ${message}`.includes(part))
      .map(({ code }) => code);

  test.each([
    ['The handler returns a response that it does not make itself', 'E_OPENAPI_REPLY'],
    ['JSON has no bigint', 'E_OPENAPI_SHAPE'],
    ['JSON has no Map<string, string>', 'E_OPENAPI_SHAPE'],
    ['The rules have no literal fields', 'E_OPENAPI_RULES'],
    ['The rules of "title" are not literal', 'E_OPENAPI_RULES'],
    ['The code of the handler of GET|HEAD /loose cannot be found', 'E_OPENAPI_HANDLER'],
    ['Two types have the name Product', 'E_OPENAPI_NAME'],
    ['The rule silent of "title" has no JSON Schema', 'E_OPENAPI_RULES'],
    ['a status that no type says', 'E_OPENAPI_REPLY'],
    ['gaps.ts The rules of "title" have a mistake: \'required|strin\'', 'E_OPENAPI_RULES'],
    ["gaps.ts The rules of \"tags\" have a mistake: ['required', 'lst']", 'E_OPENAPI_RULES'],
    ['gaps.ts The rule "min" of the field "title" cannot be used: "abc" is not a number', 'E_OPENAPI_RULES'],
    ['a Web-standard Response', 'E_OPENAPI_REPLY'],
    ['POST /said says a reply 99, which is no status', 'E_OPENAPI_REPLY'],
    ['POST /said says the reply 201 without the type of its body', 'E_OPENAPI_REPLY'],
    ['POST /said-before says the reply 203 where it cannot be read', 'E_OPENAPI_REPLY'],
    ['The body of a response is a promise, or contains one', 'E_OPENAPI_REPLY'],
  ])('is a gap: %s', (message, code) => {
    expect(gapsAt(message)).toContain(code);
  });

  test('a body with a promise has no response that the document could describe', () => {
    const paths = built.document['paths'] as Readonly<Record<string, { readonly get: { readonly responses: object } }>>;
    expect(Object.keys(paths['/not-awaited']?.get.responses ?? {})).toEqual(['default']);
  });

  test('replies that a route says are in place of what its handler returns', () => {
    const paths = built.document['paths'] as Readonly<
      Record<string, { readonly post: { readonly responses: object } }>
    >;
    expect(Object.keys(paths['/said']?.post.responses ?? {})).toEqual(['200', '202', 'default']);
  });

  test('each has a place in the application, and a fix', () => {
    for (const { place, fix } of built.gaps) {
      expect(place).toMatchObject({ file: expect.stringContaining('/tests/openapi/'), line: expect.any(Number) });
      expect(fix).toMatch(/^[A-Z].{10}/);
    }
    expect(built.gaps.find(({ code }) => code === 'E_OPENAPI_NAME')?.message).toMatch(/other\.ts|shop\.ts/);
  });

  test('the document around them is valid all the same', async () => {
    await expect(validateDocument(built.document)).resolves.toBeUndefined();
    expect(Object.keys((built.document['components'] as { schemas: object }).schemas)).toEqual(
      expect.arrayContaining(['Product', 'Product2']),
    );
  });
});

const answering = definePlugin({
  name: 'answering',
  requires: ['routing'],
  apply(app) {
    app.facades.Http().hooks.error.tap('answering', (_error, ctx) => ctx.response().json(400, { no: true }));
  },
});

const own = { type: 'object', required: ['no'] };

const saying = definePlugin({
  name: 'saying',
  requires: ['openapi'],
  apply(app) {
    app.hookTables
      .of('openapi')
      .problem.tap('answering', (problems, { route, method, fields }) => [
        ...problems.map((problem) => ({ ...problem, schema: own })),
        ...(route?.name === 'orders.store' && method === 'post' && fields.includes('product')
          ? [{ status: 418, codes: [], description: 'A teapot.', schema: own } as const]
          : []),
      ]);
  },
});

const describeWith = async (...plugins: (typeof answering)[]) => {
  const app = await setup(null, { basePath: fixture, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), lang(), validation(), openapi(), ...plugins])
    .withRouting((route) => api(route))
    .create();
  try {
    return await describeFolder(app, fixture);
  } finally {
    await app.close();
  }
};

test('a tap of http.error is a gap, because the document does not say what it answers', async () => {
  const { gaps } = await describeWith(answering);
  expect(gaps.filter(({ message }) => message.includes('http.error'))).toMatchObject([
    {
      code: 'E_OPENAPI_REPLY',
      message: expect.stringContaining('"answering"'),
      fix: expect.stringContaining('openapi.problem'),
    },
  ]);
}, 60_000);

test('a tap says the media type of its errors, and a setting that of all errors', async () => {
  const typed = definePlugin({
    name: 'typed',
    requires: ['openapi'],
    apply(app) {
      app.hookTables
        .of('openapi')
        .problem.tap('answering', (problems) =>
          problems.map((problem) =>
            problem.status === 422 ? { ...problem, schema: own, type: 'application/problem+json' } : problem,
          ),
        );
    },
  });
  const typesOf = async (config: object): Promise<Record<string, unknown>> => {
    const app = await setup(null, { basePath: fixture, env: { APP_ENV: 'testing' } })
      .withPlugins([routing(), lang(), validation(), openapi(), typed])
      .withConfig({ openapi: config })
      .withRouting((route) => api(route))
      .create();
    try {
      const { document } = await describeFolder(app, fixture);
      await validateDocument(document);
      const made = document as unknown as Document & { components: { responses: { Error: { content: object } } } };
      const { responses } = operationOf(made, 'post', '/v1/orders');
      const types = ['201', '404', '422'].map((status) => [status, Object.keys(responses[status]?.content ?? {})]);
      return { ...Object.fromEntries(types), default: Object.keys(made.components.responses.Error.content) };
    } finally {
      await app.close();
    }
  };
  const [json, problem] = [['application/json'], ['application/problem+json']];
  expect(await typesOf({})).toEqual({ 201: json, 404: json, 422: problem, default: json });
  expect(await typesOf({ problem_type: 'application/problem+json' })).toEqual({
    201: json,
    404: problem,
    422: problem,
    default: problem,
  });
}, 60_000);

test.each([
  [true, ['exists:users,email', 'unique:users,email'], ['required', 'email']],
  [false, ['exists', 'unique'], ['required', 'email']],
])('x-taproot-rules names tables: %s', async (tables, database, others) => {
  const app = await setup(null, { basePath: fixture, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), lang(), validation(), openapi()])
    .create();
  try {
    const schemas = await validationSchemas(app, tables);
    const rules = { mail: [[{ text: 'required|email|exists:users,email|unique:users,email' }]] };
    const { schema } = schemas.of(rules, 'json', { file: 'a.ts', line: 1, column: 1 });
    const { properties } = schema as { properties: { mail: object } };
    expect(properties.mail).toMatchObject({ 'x-taproot-rules': [...others, ...database] });
  } finally {
    await app.close();
  }
});

test('a tap of openapi.problem of the same name says what is answered, in every operation and in the default', async () => {
  const { gaps, document } = await describeWith(answering, saying);
  expect(gaps.filter(({ message }) => message.includes('http.error'))).toEqual([]);
  const made = document as unknown as Document & { components: { responses: { Error: { content: unknown } } } };
  const { responses } = operationOf(made, 'post', '/v1/orders');
  const content = { 'application/json': { schema: own } };
  expect(responses['422']).toMatchObject({ description: 'The input is not valid.', content });
  expect(responses['418']).toMatchObject({ description: 'A teapot.', content });
  expect(operationOf(made, 'put', '/v1/orders/{id}').responses).not.toHaveProperty('418');
  expect(made.components.responses.Error.content).toEqual(content);
}, 60_000);
