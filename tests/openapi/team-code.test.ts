import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Built } from '../../plugins/openapi/src/document/build-document.ts';
import { documentText } from '../../plugins/openapi/src/document/document-file.ts';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';
import { describeByBoth } from './compilers.ts';
import { team, unfollowed } from './fixture/routes/team.ts';
import { type Document, type Operation, operationOf, problemCodes } from './operations.ts';

let built: { readonly six: Built; readonly seven: Built };
let document: Document;

const operation = (method: string, path: string): Operation => operationOf(document, method, path);
const statuses = (method: string, path: string): string[] => Object.keys(operation(method, path).responses);
const errors = (method: string, path: string, status: string): unknown => problemCodes(document, method, path, status);
const body = (path: string): unknown => operation('post', path).requestBody?.content['application/json']?.schema;
const parameters = (method: string, path: string): unknown => operation(method, path).parameters;
const json = (method: string, path: string, status: string): unknown =>
  operation(method, path).responses[status]?.content?.['application/json']?.schema;
const product = { $ref: '#/components/schemas/Product' };

describe('code as teams write it', () => {
  beforeAll(async () => {
    built = await describeByBoth(team);
    document = built.seven.document as unknown as Document;
  }, 120_000);

  test('is described without gaps, byte for byte alike by both compilers', async () => {
    expect(built.seven.gaps).toEqual([]);
    expect(documentText(built.six.document)).toBe(documentText(built.seven.document));
    expect(built.six.gaps).toEqual(built.seven.gaps);
    await validateDocument(built.seven.document);
  });

  test('a wrapped handler has the body, the parameters and the replies of the handler in it', () => {
    expect(body('/store')).toMatchObject({ properties: { title: { type: 'string' } }, required: ['title'] });
    expect(statuses('post', '/store')).toEqual(expect.arrayContaining(['201', '422']));
    expect(statuses('post', '/store')).not.toContain('200');
    expect(body('/wrapped')).toMatchObject({ required: ['name'] });
    expect(parameters('get', '/cached')).toMatchObject([{ name: 'page', schema: { type: 'integer' } }]);
    expect(json('get', '/cached', '200')).toEqual(product);
    expect(errors('get', '/cached', '404')).toEqual(['E_HTTP_404']);
  });

  test('rules that are given to a function which validates are read', () => {
    expect(body('/rename')).toMatchObject({ properties: { label: { maxLength: 9 } }, required: ['label'] });
  });

  test('names and statuses that are given to a function are read', () => {
    expect(parameters('get', '/helped')).toMatchObject([{ name: 'offset', in: 'query', schema: { type: 'integer' } }]);
    expect(errors('get', '/helped', '410')).toEqual(['E_HTTP_410']);
  });

  test('functions by reference are followed, those of packages by their @throws', () => {
    expect(errors('get', '/referenced', '404')).toEqual(['E_HTTP_404']);
    expect(errors('get', '/referenced', '402')).toEqual(['E_HTTP_402']);
  });

  test('services behind an interface throw what the class that implements it throws', () => {
    expect(errors('get', '/behind/{id}', '404')).toEqual(['E_HTTP_404']);
    expect(errors('delete', '/made/{id}', '410')).toEqual(['E_HTTP_410']);
    expect(errors('get', '/timed', '423')).toEqual(['E_HTTP_423']);
  });

  test('a generic service throws what its own rows throw, not what others do', () => {
    for (const name of ['generic', 'destructured', 'retried']) {
      expect(errors('get', `/books/${name}`, '404')).toEqual(['E_HTTP_404']);
      expect(errors('get', `/books/${name}`, '410')).toEqual(['E_HTTP_410']);
      expect(statuses('get', `/books/${name}`)).not.toContain('401');
    }
  });

  test('functions that constructors get and functions of an object are followed', () => {
    expect(errors('get', '/books/lazy', '409')).toEqual(['E_HTTP_409']);
    expect(errors('get', '/books/chosen', '409')).toEqual(['E_HTTP_409']);
  });

  test('an error has the status and the code that its class gives to super()', () => {
    expect(errors('get', '/taken', '409')).toEqual(['E_TAKEN']);
    expect(operation('get', '/taken').responses['409']?.description).toBe('It is taken.');
  });

  test('constructors and getters are followed', () => {
    expect(errors('get', '/order', '409')).toEqual(['E_COUNT']);
    expect(errors('get', '/order', '410')).toEqual(['E_TOTAL']);
    expect(errors('get', '/unpacked', '410')).toEqual(['E_TOTAL']);
  });

  test('an abstract method is that of the controller of the route, not that of another one', () => {
    expect(errors('get', '/first/{id}', '409')).toEqual(['E_FIRST']);
    expect(statuses('get', '/first/{id}')).not.toContain('410');
    expect(errors('get', '/second/{id}', '410')).toEqual(['E_SECOND']);
    expect(statuses('get', '/second/{id}')).not.toContain('409');
  });

  test('bodies without rules are those that the code says', () => {
    expect(body('/only')).toEqual({
      type: 'object',
      properties: { title: {}, author: { type: 'object', properties: { name: {} } }, note: {} },
    });
    expect(body('/nested')).toEqual({
      type: 'object',
      properties: {
        author: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            age: { type: 'integer', description: 'Other text counts as not sent.', default: 0 },
          },
        },
      },
    });
    expect(operation('post', '/raw').requestBody?.content).toEqual({ '*/*': {} });
    expect(statuses('post', '/raw')).not.toContain('415');
    expect(parameters('get', '/map')).toMatchObject([{ name: 'filter', in: 'query', style: 'deepObject' }]);
    expect(json('get', '/late', '429')).toMatchObject({ properties: { retry: { type: 'number' } } });
  });

  test('fields that are made need not be sent, filtered ones may be of any kind, tidied ones keep their rules', () => {
    expect(body('/prepared')).toMatchObject({ required: ['title', 'tags'], properties: { title: { maxLength: 10 } } });
    const { properties } = body('/prepared') as {
      readonly properties: Readonly<Record<string, { readonly type?: unknown }>>;
    };
    expect(properties['slug']?.type).toBeUndefined();
    expect(properties['tags']?.type).toContain('string');
  });

  test('the methods of a form request are read', () => {
    expect(parameters('post', '/prepared')).toMatchObject([{ name: 'X-Author', in: 'header' }]);
    expect(statuses('post', '/prepared')).toContain('403');
  });

  test('a handler that calls what its route was registered with has the input of its own call', () => {
    expect(body('/colours')).toMatchObject({ required: ['hex'] });
    expect(body('/sizes')).toMatchObject({ required: ['width'], properties: { width: { type: 'integer' } } });
  });

  test('middleware without describe() is read: functions, classes, and none for one that says null', () => {
    expect(parameters('post', '/guarded')).toMatchObject([{ name: 'Idempotency-Key', in: 'header' }]);
    expect(json('post', '/guarded', '409')).toMatchObject({ properties: { running: { type: 'string' } } });
    expect(errors('post', '/guarded', '429')).toEqual(['E_QUOTA']);
    expect(json('post', '/guarded', '200')).toEqual(product);
  });

  test('the function of bind() is read', () => {
    expect(errors('get', '/products/{product}', '404')).toEqual(['E_PRODUCT', 'E_ROUTE_NOT_FOUND']);
  });

  test('each route of a loop has its own handler', () => {
    expect(parameters('get', '/list')).toMatchObject([{ name: 'page' }]);
    expect(parameters('get', '/show')).toMatchObject([{ name: 'X-Id' }]);
    expect(parameters('get', '/loop/ticks')).toMatchObject([{ name: 'page' }]);
    expect(parameters('get', '/loop/tocks')).toMatchObject([{ name: 'X-Id' }]);
  });
});

describe('what is not followed', () => {
  let all: { readonly six: Built; readonly seven: Built };

  beforeAll(async () => {
    all = await describeByBoth(unfollowed);
  }, 120_000);

  const gapsOf = (path: string) => all.seven.routes.find((route) => route.path === path)?.gaps ?? [];

  test.each([
    ['/mailed', 'E_OPENAPI_CALL', /mailer\.send/, /@throws/],
    ['/looked', 'E_OPENAPI_CALL', /handlers\.get/, /@throws/],
    ['/handed', 'E_OPENAPI_CALL', /hands the request to a package/, /meta\(\{ openapi: \{ replies/],
    ['/status', 'E_OPENAPI_ERROR', /status that no type says/, /new HttpError\(409/],
    ['/teapot', 'E_OPENAPI_ERROR', /a status, but the server answers it with 500/, /new HttpError\(409/],
    ['/registers/1', 'E_OPENAPI_CALL', /read is not found/, /@throws/],
    ['/all', 'E_OPENAPI_INPUT', /all\(\) reads whatever/, /only\('title'\)/],
    ['/body', 'E_OPENAPI_INPUT', /body\(\) reads whatever/, /validated\(/],
    ['/by-name/{name}', 'E_OPENAPI_INPUT', /name that no type says/, /query\('page'\)/],
    ['/unsaid', 'E_OPENAPI_MIDDLEWARE', /"far-away" does not describe itself/, /describe\(\)/],
    ['/closures/0', 'E_OPENAPI_HANDLER', /cannot be found/, /Give a function/],
    ['/both/1', 'E_OPENAPI_HANDLER', /registers several handlers/, /path beside it/],
  ])('%s is a gap with its place, its cost and the fix: %s', (path, code, message, fix) => {
    expect(gapsOf(path)).toEqual([
      {
        code,
        message: expect.stringMatching(message),
        fix: expect.stringMatching(fix),
        place: { file: expect.stringContaining('/fixture/'), line: expect.any(Number), column: expect.any(Number) },
      },
    ]);
  });

  test('a member with @throws and a route that says its replies are none', () => {
    expect(gapsOf('/paid')).toEqual([]);
    expect(problemCodes(all.seven.document as unknown as Document, 'get', '/paid', '402')).toEqual(['E_HTTP_402']);
    expect(gapsOf('/handed-said')).toEqual([]);
  });

  test('both compilers find the same', () => {
    expect(documentText(all.six.document)).toBe(documentText(all.seven.document));
    expect(all.six.gaps).toEqual(all.seven.gaps);
  });
});
