import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Built } from '../../plugins/openapi/src/document/build-document.ts';
import { documentText } from '../../plugins/openapi/src/document/document-file.ts';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';
import { describeFolder } from '../support/describe-folder.ts';
import { api } from './fixture/routes/api.ts';
import { type Document, type Operation, operationOf, problemCodes } from './operations.ts';
import { boot, fixture } from './support.ts';

describe('the document of an application', () => {
  let built: Built;
  let document: Document;
  const operation = (method: string, path: string): Operation => operationOf(document, method, path);
  const json = (method: string, path: string, status: string): unknown =>
    operation(method, path).responses[status]?.content?.['application/json']?.schema;
  const statuses = (method: string, path: string): string[] => Object.keys(operation(method, path).responses);

  beforeAll(async () => {
    const app = await boot(api);
    built = await describeFolder(app, fixture);
    document = built.document as unknown as Document;
    await app.close();
  }, 60_000);

  test('is valid OpenAPI 3.1, and has no gaps', async () => {
    await validateDocument(built.document);
    expect(built.gaps).toEqual([]);
    expect(document.info).toEqual({ title: 'openapi-fixture', version: '2.3.4' });
  });

  test('has routes with handlers alone: no files, none that hides', () => {
    expect(Object.keys(document.paths)).toEqual([
      '/bytes',
      '/either',
      '/events',
      '/file',
      '/moved',
      '/nothing',
      '/picture',
      '/pictures/{picture}',
      '/posts/{year}',
      '/posts/{year}/{slug}',
      '/search/{kind}',
      '/text',
      '/tree/{path}',
      '/v1/open',
      '/v1/orders',
      '/v1/orders/{id}',
      '/v1/pictures',
    ]);
  });

  test('is the same text when it is made again', async () => {
    const app = await boot(api);
    const again = await describeFolder(app, fixture);
    await app.close();
    expect(documentText(again.document)).toBe(documentText(built.document));
  }, 60_000);

  test('takes ids from names, with the method or what is left out behind them', () => {
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(ids).toEqual(
      expect.arrayContaining(['orders.update', 'orders.update.patch', 'posts', 'posts.without.slug']),
    );
    expect(ids).toContain('delete.nothing');
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('takes summary, description and deprecation from the doc comment', () => {
    expect(operation('get', '/v1/orders')).toMatchObject({
      summary: 'Lists orders.',
      description: 'The newest come first.',
      tags: ['orders'],
    });
    expect(operation('put', '/v1/orders/{id}').deprecated).toBe(true);
    expect(operation('get', '/v1/orders/{id}').deprecated).toBeUndefined();
  });

  test('has parameters of the path with their constraints, optional and wildcard ones too', () => {
    expect(operation('get', '/v1/orders/{id}').parameters?.[0]).toEqual({
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'integer', minimum: 0, maximum: 999_999_999 },
    });
    expect(operation('get', '/posts/{year}/{slug}').parameters?.map(({ name }) => name)).toEqual(['year', 'slug']);
    expect(operation('get', '/posts/{year}').parameters?.map(({ name }) => name)).toEqual(['year']);
    expect(operation('get', '/tree/{path}').parameters).toMatchObject([
      { name: 'path', description: expect.any(String) },
    ]);
  });

  test('has query parameters that the code reads by name', () => {
    expect(operation('get', '/v1/orders').parameters).toEqual([
      {
        name: 'page',
        in: 'query',
        required: false,
        schema: { type: 'integer', description: 'Other text counts as not sent.', default: 1 },
      },
      { name: 'tag', in: 'query', required: false, schema: { type: 'array', items: { type: 'string' } } },
      { $ref: '#/components/parameters/X-Trace' },
    ]);
  });

  test('reads the rules of form requests, of lists and of rule objects', () => {
    expect(operation('post', '/v1/orders').requestBody?.content['application/json']?.schema).toMatchObject({
      type: 'object',
      properties: {
        product: { type: 'integer', minimum: 1 },
        count: { type: 'integer', minimum: 1, maximum: 99 },
        note: { type: ['string', 'null'], maxLength: 500 },
      },
      required: ['product', 'count'],
    });
    expect(operation('put', '/v1/orders/{id}').requestBody?.content['application/json']?.schema).toMatchObject({
      properties: { state: { enum: ['draft', 'sold'] }, count: { anyOf: [{ type: 'integer' }, { type: 'integer' }] } },
    });
  });

  test('takes rules of a GET for its query, those of a path parameter for the path, and the schema of a custom rule', () => {
    expect(operation('get', '/search/{kind}').parameters).toMatchObject([
      { name: 'kind', in: 'path', required: true, schema: { enum: ['chair', 'table'] } },
      { name: 'q', in: 'query', required: true, schema: { type: 'string', maxLength: 40 } },
      { name: 'sku', in: 'query', required: false, schema: { type: 'string', pattern: '^S' } },
      { name: 'tags', in: 'query', required: false, schema: { type: 'array', items: { type: 'string' } } },
    ]);
    expect(operation('get', '/search/{kind}').requestBody).toBeUndefined();
    expect(statuses('get', '/search/{kind}')).toEqual(['200', '422', 'default']);
  });

  test('takes a body with a file rule for multipart', () => {
    expect(Object.keys(operation('post', '/v1/pictures').requestBody?.content ?? {})).toEqual(['multipart/form-data']);
  });

  test('has replies of data, of builders, and of both statuses of a handler', () => {
    expect(json('get', '/v1/orders/{id}', '200')).toEqual({ $ref: '#/components/schemas/Product' });
    expect(json('get', '/either', '200')).toMatchObject({
      anyOf: [{ $ref: '#/components/schemas/Product' }, { properties: { id: { type: 'number' } } }],
    });
    expect(operation('delete', '/v1/orders/{id}').responses['204']).not.toHaveProperty('content');
    expect(operation('delete', '/nothing').responses['200']).not.toHaveProperty('content');
    expect(operation('get', '/text').responses['202']?.content).toEqual({
      'text/plain': { schema: { type: 'string' } },
    });
  });

  test('has the 404 of a bound parameter', () => {
    expect(operation('get', '/pictures/{picture}').responses['404']?.description).toBe('There is no such picture.');
    expect(json('get', '/pictures/{picture}', '200')).toMatchObject({ properties: { id: {} } });
  });

  test('has streams, files, events and redirects', () => {
    expect(operation('get', '/bytes').responses['200']?.content).toEqual({ 'text/csv': {} });
    expect(operation('get', '/picture').responses['200']?.content).toEqual({ 'image/png': {} });
    expect(operation('get', '/file').responses['200']?.content).toEqual({ '*/*': {} });
    expect(statuses('get', '/file')).toEqual(['200', '206', '304', '403', '404', '412', '416', 'default']);
    expect(operation('get', '/events').responses['200']?.content).toMatchObject({
      'text/event-stream': { schema: { 'x-taproot-event': { properties: { data: { type: 'object' } } } } },
    });
    expect(statuses('get', '/moved')).toEqual(['302', '303', 'default']);
    expect(operation('get', '/moved').responses['302']?.headers).toHaveProperty('Location');
  });

  test('has errors that are thrown, here or in a function that is called, with their codes', () => {
    expect(problemCodes(document, 'post', '/v1/orders', '404')).toEqual(['E_HTTP_404']);
    expect(problemCodes(document, 'post', '/v1/orders', '409')).toEqual(['E_STOCK']);
    expect(problemCodes(document, 'delete', '/v1/orders/{id}', '423')).toEqual(['E_HTTP_423']);
    expect(problemCodes(document, 'delete', '/v1/orders/{id}', '404')).toEqual(['E_HTTP_404']);
    expect(operation('post', '/v1/orders').responses['404']?.description).toBe('There is no such product.');
  });

  test('has 403 where a form decides, 422 with its fields where something is validated, and neither elsewhere', () => {
    expect(statuses('post', '/v1/orders')).toEqual([
      '201',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '413',
      '415',
      '422',
      'default',
    ]);
    expect(statuses('put', '/v1/orders/{id}')).toEqual(['200', '400', '401', '408', '413', '415', '422', 'default']);
    expect(statuses('get', '/v1/orders')).toEqual(['200', '401', 'default']);
    expect(json('post', '/v1/orders', '422')).toMatchObject({
      $ref: '#/components/schemas/InvalidProblem',
      properties: { errors: { properties: { product: {}, count: {}, note: {} } } },
    });
  });

  test('has what middleware says, except where it is excluded', () => {
    expect(operation('get', '/v1/orders').security).toEqual([{ key: [] }]);
    expect(operation('get', '/v1/orders').responses['200']?.headers).toEqual({
      'X-Region': { $ref: '#/components/headers/X-Region' },
    });
    expect(problemCodes(document, 'get', '/v1/orders', '401')).toEqual(['E_KEY']);
    expect(document.components.securitySchemes).toEqual({ key: { type: 'apiKey', in: 'header', name: 'X-Key' } });
    expect(operation('get', '/v1/open').security).toBeUndefined();
    expect(statuses('get', '/v1/open')).toEqual(['200', 'default']);
  });

  test('has named types as components, as JSON writes them', () => {
    expect(document.components.schemas['Product']).toEqual({
      type: 'object',
      description: 'A thing that is sold.',
      properties: {
        id: { type: 'number' },
        name: { type: 'string', description: 'What it is called.' },
        state: { $ref: '#/components/schemas/State' },
        price: { type: ['string', 'null'] },
        made: { type: 'string', format: 'date-time' },
        parts: { type: 'array', items: { $ref: '#/components/schemas/Product' } },
        code: { type: 'string', pattern: String.raw`^P--?\d+(?:\.\d+)?$` },
        size: {
          type: 'array',
          prefixItems: [{ type: 'number' }, { type: 'number' }],
          minItems: 2,
          items: {},
          maxItems: 2,
        },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
      },
      required: ['id', 'name', 'state', 'price', 'made', 'code', 'size', 'labels'],
    });
    expect(document.components.schemas['State']).toEqual({ type: 'string', enum: ['draft', 'open', 'sold'] });
  });
});
