import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { type Application, setup } from '@taproot/core';
import { lang } from '@taproot/lang';
import { openapi } from '@taproot/openapi';
import { Contract } from '@taproot/openapi/contract';
import { routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { validation } from '@taproot/validation';
import type { Described } from '../../plugins/openapi/src/describe-application.ts';
import { documentText } from '../../plugins/openapi/src/document/document-file.ts';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';
import { describeFolders } from '../support/describe-folder.ts';
import { drafts } from './fixture/app/policies.ts';
import { findings, handle } from './fixture/routes/findings.ts';
import { type Document, type Operation, operationOf, problemCodes } from './operations.ts';
import { fixture } from './support.ts';

const { facades } = handle;

const config = {
  title: 'Findings',
  contact: { name: 'Ada', email: 'ada@example.com' },
  license: { name: 'MIT', identifier: 'MIT' },
  terms: 'https://example.com/terms',
  documents: {
    drafts: {
      routes: ({ path }: { readonly path: string }) => path.startsWith('/drafts'),
      title: 'Drafts',
      version: '9',
    },
    orders: { routes: ({ name }: { readonly name: string }) => name.startsWith('orders.'), file: 'api/orders.json' },
  },
};

describe('an application in the style of teams', () => {
  let app: Application;
  let all: readonly [Described, Described, Described];
  let document: Document;

  beforeAll(async () => {
    app = await setup(handle, {
      basePath: fixture,
      env: { APP_ENV: 'testing', APP_KEY: 'a key of the test, of more than 32 characters' },
    })
      .withPlugins([routing(), lang(), validation(), auth(), openapi()])
      .withConfig({ openapi: config })
      .withCallback(() => {
        facades
          .Gate()
          .define('test:see', drafts.see, { guests: true })
          .define('test:edit', drafts.edit)
          .define('test:sell', drafts.sell);
      })
      .withRouting(findings)
      .create();
    const [first, second, third, ...more] = await describeFolders(app, fixture);
    if (second === undefined || third === undefined || more.length > 0) throw new Error('There are not 3 documents.');
    all = [first, second, third];
    document = all[0].document as unknown as Document;
  }, 60_000);

  afterAll(() => app.close());

  const operation = (method: string, path: string): Operation => operationOf(document, method, path);
  const parameter = (method: string, path: string, name: string): unknown =>
    operation(method, path).parameters?.find((each) => each.name === name);
  const headers = (method: string, path: string, status: string): unknown =>
    operation(method, path).responses[status]?.headers;
  const schemaOf = (method: string, path: string, type = 'application/json') =>
    operation(method, path).requestBody?.content[type]?.schema as {
      readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    };

  test('is valid OpenAPI', async () => {
    for (const each of all) await validateDocument(each.document);
  });

  describe('404 and other denials', () => {
    test.each([
      ['/rooms/{room}', '404', ['E_HTTP_404', 'E_ROUTE_NOT_FOUND']],
      ['/halls/{hall}/desks/{desk}', '404', ['E_ROUTE_NOT_FOUND']],
      ['/halls/{hall}/desks/{desk}', '409', ['E_BROKEN']],
      ['/halls/{hall}/open', '404', ['E_ROUTE_NOT_FOUND']],
      ['/halls/{hall}/open', '409', undefined],
      ['/drafts', '404', ['E_HTTP_404']],
      ['/drafts', '403', ['E_HTTP_403']],
      ['/drafts/{id}', '404', ['E_HTTP_404']],
    ])('GET %s has %s with the codes %s', (path, status, codes) => {
      expect(problemCodes(document, 'get', path, status)).toEqual(codes);
    });

    test.each([
      ['rooms.show', { room: '0' }, 404],
      ['rooms.show', { room: '1' }, 200],
      ['desks.show', { hall: '2', desk: '1' }, 404],
      ['desks.show', { hall: '1', desk: '9' }, 409],
      ['drafts.index', {}, 404],
      ['drafts.show', { id: '1' }, 404],
      ['drafts.update', { id: '1' }, 403],
    ] as const)('the contract of tests agrees about %s with %j: %i', async (name, params, status) => {
      const route = new Contract('api/openapi.json', all[0].document).routeOf(name, Object.keys(params));
      const path = Object.entries(params).reduce(
        (left, [key, value]) => left.replace(`{${key}}`, value),
        route?.pattern ?? '',
      );
      const response = await http(app)[route?.method === 'PUT' ? 'put' : 'get'](path);
      const { text } = response;
      expect(response.status).toBe(status);
      expect(route?.faultOf({ status, type: response.headers.get('content-type') ?? '', text })).toBeNull();
    });

    test('an ability that only forbids adds no 404, and a status of its own is added', () => {
      expect(problemCodes(document, 'put', '/drafts/{id}', '404')).toBeUndefined();
      expect(problemCodes(document, 'put', '/drafts/{id}', '403')).toEqual(['E_HTTP_403']);
      expect(problemCodes(document, 'delete', '/drafts/{code}', '410')).toEqual(['E_HTTP_410']);
    });
  });

  describe('parameters', () => {
    test.each([
      ['get', '/drafts/{id}', 'id', { type: 'integer' }],
      ['put', '/drafts/{id}', 'id', { type: 'integer', minimum: 1, maximum: 999_999 }],
      ['delete', '/drafts/{code}', 'code', { type: 'string', pattern: '^(?:[0-9]{4})$' }],
      ['get', '/rooms/{room}', 'room', { type: 'string' }],
      ['get', '/years/{year}', 'year', { type: 'integer', minimum: 1000, maximum: 9999 }],
      ['get', '/steps/{step}', 'step', { type: 'integer', enum: [1, 3] }],
      ['get', '/tens/{ten}', 'ten', { type: 'integer' }],
    ])('%s %s: %s', (method, path, name, schema) => {
      expect(parameter(method, path, name)).toMatchObject({ in: 'path', schema });
    });

    test('members of an object without a rule for the object are a deepObject', () => {
      expect(parameter('get', '/filtered', 'filter')).toMatchObject({
        style: 'deepObject',
        explode: true,
        schema: { type: 'object', properties: { state: { enum: ['a', 'b'] }, size: { type: 'integer' } } },
      });
    });

    test('a list has the parameters of its kind of page, and no prohibited ones', () => {
      const names = (path: string): unknown => operation('get', path).parameters?.map(({ name }) => name);
      expect(names('/pages')).toEqual(['page', 'per_page']);
      expect(names('/cursors')).toEqual(['cursor', 'per_page', 'sort']);
    });

    test('members that rules prohibit are left out of bodies, at every depth', () => {
      const { properties } = schemaOf('post', '/people', 'multipart/form-data');
      expect(Object.keys(properties)).toEqual(['picture', 'author']);
      expect(properties['author']).toMatchObject({ properties: { name: { type: 'string' } } });
      expect(properties['author']?.['properties']).not.toHaveProperty('role');
    });
  });

  test('schemas of rules suit tools: a type beside each pattern, one type for digits, items in lists', () => {
    expect(schemaOf('post', '/codes').properties).toMatchObject({
      pin: { type: 'string', pattern: String.raw`^ *\d{4} *$` },
      year: { type: 'integer', minimum: 1000, maximum: 9_007_199_254_740_991, exclusiveMaximum: 10_000 },
      word: {
        pattern: '^(?:a)',
        allOf: [
          { type: 'string', pattern: '(?:z)$' },
          { type: 'string', pattern: String.raw`\S` },
        ],
      },
      all: { type: 'array', items: {} },
    });
    expect(documentText(all[0].document)).not.toMatch(/"type": "array"(?![^{}]*"items")[^{}]*\}/);
  });

  describe('headers', () => {
    test('one in the expression of a response is always there, and only on that response', () => {
      expect(headers('post', '/orders', '201')).toEqual({
        Location: { description: expect.any(String), required: true, schema: { type: 'string' } },
      });
    });

    test('others may be on every success', () => {
      expect(headers('get', '/tagged', '200')).toEqual({
        'Cache-Control': { description: expect.any(String), schema: { type: 'string' } },
        ETag: { description: expect.any(String), required: true, schema: { type: 'string' } },
        'Set-Cookie': { description: 'Sets the cookies `session`, `theme`.', schema: { type: 'string' } },
        'X-Total-Count': { schema: { type: 'number' } },
      });
      expect(Object.keys(headers('get', '/tagged', '303') as object)).toEqual([
        'Cache-Control',
        'Location',
        'Set-Cookie',
        'X-Total-Count',
      ]);
    });

    test('one that not every response of the status has may be left out', () => {
      expect(headers('get', '/either', '200')).toEqual({
        'X-Part': { schema: { type: 'string' } },
        'X-Whole': { schema: { type: 'string' } },
      });
    });

    test('a download names its file', () => {
      expect(headers('get', '/archive', '206')).toMatchObject({
        'Content-Disposition': { required: true },
        'Content-Range': { required: true },
        ETag: { required: true },
      });
      expect(headers('get', '/archive', '304')).not.toHaveProperty('Content-Disposition');
    });

    test('a header without a literal name is a gap, and the only one besides the name Problem', () => {
      const texts = all[0].gaps.map(({ code, message, place }) => `${basename(place?.file ?? '')} ${code} ${message}`);
      expect(texts.toSorted()).toEqual([
        'findings.ts E_OPENAPI_REPLY A header is set whose name no type says',
        'problem.ts E_OPENAPI_NAME The type Problem, here called Problem2, has the name of a component of the framework',
      ]);
    });
  });

  test('a type of the application called Problem is not the one of the framework', () => {
    const { schemas } = document.components;
    expect(schemas['Problem2']).toMatchObject({ properties: { cause: { type: 'string' } } });
    expect(schemas['Problem']).toMatchObject({ required: ['message', 'code', 'request_id'] });
    expect(operation('get', '/problem').responses['200']?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Problem2' } },
    });
  });

  describe('meta({ openapi })', () => {
    test('adds parameters, headers, cookies, bodies and examples', () => {
      const { parameters, requestBody, responses } = operation('post', '/import');
      expect(parameters).toEqual([
        {
          name: 'dry',
          in: 'query',
          required: false,
          description: 'Whether to import nothing.',
          example: true,
          schema: { type: 'boolean' },
        },
        { name: 'X-Batch', in: 'header', required: true, schema: { type: 'string' } },
        { name: 'tenant', in: 'cookie', required: false, schema: { enum: ['a', 'b'] } },
      ]);
      expect(requestBody).toEqual({
        required: true,
        content: {
          'text/csv': { schema: { type: 'string' }, example: 'a,b' },
          'application/json': { schema: { $ref: '#/components/schemas/Job' }, example: { id: '8' } },
        },
      });
      expect(responses['202']).toMatchObject({
        headers: {
          'X-Rows': { description: 'The rows.', schema: { type: 'integer' } },
          'Set-Cookie': { description: 'Sets the cookie `batch` (The batch).' },
        },
        content: { 'application/json': { example: { id: '7' } } },
      });
    });

    test('adds to what the code says, and invents no parameter of the path', () => {
      expect(operation('get', '/refined/{id}').parameters).toEqual([
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'May be longer than a number.',
          schema: { type: 'string' },
        },
        {
          name: 'page',
          in: 'query',
          required: false,
          description: 'From 1 on.',
          example: 2,
          schema: { type: 'integer', description: 'Other text counts as not sent.', default: 0 },
        },
      ]);
    });
  });

  describe('several documents', () => {
    test('each has its routes, its file, its addresses and its name', () => {
      expect(
        all.map(({ settings: { name, file, path, page }, document: made }) => [
          name,
          file,
          path,
          page,
          (made['info'] as { readonly title: string }).title,
        ]),
      ).toEqual([
        [null, 'api/openapi.json', '/openapi.json', '/docs', 'Findings'],
        ['drafts', 'api/drafts/openapi.json', '/drafts/openapi.json', '/drafts/docs', 'Drafts'],
        ['orders', 'api/orders.json', '/orders/openapi.json', '/orders/docs', 'Findings'],
      ]);
      const paths = all.map(({ document: made }) => Object.keys(made['paths'] as object));
      expect(paths[1]).toEqual(['/drafts', '/drafts/{code}', '/drafts/{id}']);
      expect(paths[2]).toEqual(['/orders']);
      expect(paths[0]).toEqual(expect.arrayContaining(['/drafts', '/orders', '/rooms/{room}']));
    });

    test('a document has only its own components and gaps', () => {
      expect(Object.keys((all[1].document['components'] as Document['components']).schemas)).toEqual([
        'InvalidProblem',
        'Problem',
      ]);
      expect(all[1].gaps).toEqual([]);
    });

    test('contact, licence and terms are those of the settings', () => {
      expect(document.info).toEqual({
        title: 'Findings',
        termsOfService: 'https://example.com/terms',
        contact: { name: 'Ada', email: 'ada@example.com' },
        license: { name: 'MIT', identifier: 'MIT' },
        version: '2.3.4',
      });
      expect(all[1].document['info']).toMatchObject({ title: 'Drafts', version: '9', license: { name: 'MIT' } });
    });
  });
});
