import { beforeAll, describe, expect, test } from '@jest/globals';
import { readRoutes } from '../../plugins/openapi/src/client/read-routes.ts';
import type { Built } from '../../plugins/openapi/src/document/build-document.ts';
import { documentText } from '../../plugins/openapi/src/document/document-file.ts';
import { validateDocument } from '../../plugins/openapi/src/document/validate-document.ts';
import { describeByBoth } from './compilers.ts';
import { answers, misnamed } from './fixture/routes/answers.ts';
import { type Document, type Operation, operationOf } from './operations.ts';

let six: Built;
let seven: Built;
let document: Document;

beforeAll(async () => {
  ({ six, seven } = await describeByBoth(answers));
  document = seven.document as unknown as Document;
}, 120_000);

const operation = (method: string, path: string): Operation => operationOf(document, method, path);
const statuses = (method: string, path: string): string[] =>
  Object.keys(operation(method, path).responses).filter((status) => status !== 'default');
const content = (path: string, status = '200', method = 'get'): unknown =>
  operation(method, path).responses[status]?.content;
const json = (path: string, status = '200', method = 'get'): unknown =>
  operation(method, path).responses[status]?.content?.['application/json']?.schema;
const headers = (path: string, status = '200', method = 'get'): string[] =>
  Object.keys(operation(method, path).responses[status]?.headers ?? {});
const gapsOf = (path: string): string[] =>
  (seven.routes.find((route) => route.path === path)?.gaps ?? []).map(({ message }) => message);
const ticket = { $ref: '#/components/schemas/Ticket' };

test('both compilers give the same document and the same gaps, and it is valid', async () => {
  expect(documentText(six.document)).toBe(documentText(seven.document));
  expect(six.gaps).toEqual(seven.gaps);
  await validateDocument(seven.document);
});

describe('responses of the web', () => {
  test('helpers of a base class answer with what each call gives', () => {
    expect(json('/tickets')).toMatchObject({ properties: { data: { type: 'array', items: ticket } } });
    expect(statuses('get', '/tickets/{id}')).toEqual(['200', '404', '410']);
    expect(json('/tickets/{id}')).toEqual(ticket);
    expect(json('/tickets/{id}', '404')).toMatchObject({ properties: { reason: { type: 'string' } } });
    expect(json('/tickets/{id}', '410')).toMatchObject({ properties: { gone: { type: 'string' } } });
    expect(statuses('post', '/tickets')).toEqual(['201']);
    expect(headers('/tickets', '201', 'post')).toEqual(['Location']);
  });

  test.each([
    ['empty', '204', undefined, []],
    ['text', '200', { 'text/plain': { schema: { type: 'string' } } }, ['Cache-Control', 'X-By']],
    ['csv', '200', { 'text/csv': {} }, []],
    ['moved', '308', undefined, ['Location']],
    ['tagged', '200', { 'application/json': { schema: ticket } }, ['ETag']],
  ])('%s: %s', (name, status, body, set) => {
    expect(statuses('get', `/web/${name}`)).toEqual([status]);
    expect(content(`/web/${name}`, status)).toEqual(body);
    expect(headers(`/web/${name}`, status)).toEqual(set);
    expect(gapsOf(`/web/${name}`)).toEqual([]);
  });

  test('one that the code reads itself is no answer', () => {
    expect(json('/web/converted')).toMatchObject({ properties: { length: { type: 'number' } } });
  });

  test.each([
    ['status', 'A Web-standard Response is made with a status that the code does not say'],
    ['body', 'A Web-standard Response has a body whose type the code does not say'],
    ['headers', 'A Web-standard Response has headers whose names the code does not say'],
    ['passed', 'The handler returns a Web-standard Response, whose body no type says'],
  ])('%s that is not literal is a gap', (name, message) => {
    expect(gapsOf(`/unclear/${name}`)).toContain(message);
  });
});

describe('redirects', () => {
  test('are operations of each method, with their status and Location', () => {
    for (const method of ['get', 'put', 'post', 'delete', 'patch', 'options']) {
      expect(statuses(method, '/old/{id}')).toEqual(['308']);
      expect(headers('/old/{id}', '308', method)).toEqual(['Location']);
    }
    expect(operation('get', '/old/{id}').parameters).toMatchObject([{ name: 'id', in: 'path' }]);
    expect(statuses('get', '/named')).toEqual(['302']);
    expect(document.paths).not.toHaveProperty('/hidden');
    expect([...gapsOf('/old/{id}'), ...gapsOf('/named')]).toEqual([]);
  });

  test('are calls of the client only if they have a name', () => {
    const patterns = readRoutes(seven.document).map(({ name, pattern }) => `${name} ${pattern}`);
    expect(patterns).toContain('named /named');
    expect(patterns.filter((each) => each.includes('/old'))).toEqual([]);
  });
});

describe('middleware around a response', () => {
  test('gives it the status that it always sets', () => {
    expect(statuses('get', '/accepted')).toEqual(['202']);
    expect(json('/accepted', '202')).toMatchObject({ properties: { hello: { type: 'string' } } });
    expect(gapsOf('/accepted')).toEqual([]);
  });

  test.each([
    ['failing', /changes the status of responses/],
    ['sometimes', /changes the status of responses/],
    ['fallback', /chooses by the status between the response of next\(\) and one of its own/],
  ])('%s is a gap at the middleware', (name, message) => {
    expect(seven.routes.find(({ path }) => path === `/${name}`)?.gaps).toEqual([
      {
        code: 'E_OPENAPI_MIDDLEWARE',
        message: expect.stringMatching(message),
        fix: expect.stringContaining('replies'),
        place: expect.objectContaining({ file: expect.stringContaining('team/answers.ts') }),
      },
    ]);
  });
});

test.each(['quota', 'plain'])('an error has the headers that the code gives with it: %s', (name) => {
  expect(headers(`/refused/${name}`, '429')).toEqual(['Retry-After']);
});

test.each(['all', 'except'])('%s() reads a body of JSON or a form, and its fields are a gap', (name) => {
  const { requestBody } = operation('post', `/unread/${name}`);
  expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/json', 'application/x-www-form-urlencoded']);
  expect(statuses('post', `/unread/${name}`)).toContain('415');
  expect(gapsOf(`/unread/${name}`)).toEqual([expect.stringContaining(`${name}() reads whatever`)]);
});

describe('credentials that a route says', () => {
  test('replace those of its middleware', () => {
    expect(operation('get', '/optional').security).toEqual([{}, { key: [] }]);
    expect(operation('get', '/open').security).toBeUndefined();
    expect(operation('get', '/key').security).toEqual([{ key: [] }]);
  });

  test('are refused by a name of no scheme', async () => {
    await expect(describeByBoth(misnamed)).rejects.toThrow(/GET\|HEAD \/key says the credentials "wrong"/);
  });
});

describe('middleware that describes itself', () => {
  test('adds the bodies and the inputs of its code to its description', () => {
    expect(operation('get', '/paid').responses['402']?.description).toBe('It is not paid.');
    expect(json('/paid', '402')).toMatchObject({ properties: { plan: { type: 'string' } } });
    expect(operation('get', '/paid').parameters).toMatchObject([{ name: 'plan', in: 'cookie', required: false }]);
  });

  test('says the type of a body by bodyType(), and its key is no parameter', () => {
    expect(json('/locked', '423')).toMatchObject({ properties: { until: { format: 'date-time' } } });
    expect(operation('get', '/locked').responses['423']?.description).toBe('It is locked.');
    expect(operation('get', '/locked').parameters).toBeUndefined();
    expect(operation('get', '/locked').security).toEqual([{ key: [] }]);
  });
});
