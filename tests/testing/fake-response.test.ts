import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import type { Response, StreamSource } from '@taproot/core';
import { FakeRequest, FakeResponse, FakeResponseBuilder } from '@taproot/testing';

const builder = (): FakeResponseBuilder => new FakeResponseBuilder(new FakeRequest({ method: 'PUT', url: '/a' }));
const shown = (response: Response): unknown[] => [response.status, response.body, response.header('Content-Type')];

const read = (response: Response): Promise<string> => {
  const { body } = response;
  if (body instanceof Readable || body instanceof ReadableStream) return text(body);
  throw new Error('The body is no stream.');
};

test('texts, JSON and bytes have their type', () => {
  const make = builder();
  expect(shown(make.json(201, { ok: true }))).toEqual([201, '{"ok":true}', 'application/json; charset=utf-8']);
  expect(shown(make.string(202, 'later'))).toEqual([202, 'later', 'text/plain; charset=utf-8']);
  expect(shown(make.data(200, 'text/csv', 'a,b'))).toEqual([200, 'a,b', 'text/csv']);
});

test.each([
  ['status', builder().status(418), 418],
  ['success', builder().success(), 200],
])('%s() makes all of them with its status', async (_name, make, status) => {
  expect(shown(make.json([]))).toEqual([status, '[]', 'application/json; charset=utf-8']);
  expect(shown(make.string('x'))).toEqual([status, 'x', 'text/plain; charset=utf-8']);
  expect(shown(make.data('text/csv', 'a'))).toEqual([status, 'a', 'text/csv']);
  const streamed = make.stream(['a', 'b'], 'text/csv');
  expect([streamed.status, streamed.header('Content-Type'), await read(streamed)]).toEqual([status, 'text/csv', 'ab']);
});

test.each<[name: string, source: () => StreamSource]>([
  ['a list', () => ['a', 'b']],
  ['a function', () => () => ['a', 'b']],
  ['a stream of Node', () => Readable.from(['a', 'b'])],
  ['a stream of the web', () => new Blob(['ab']).stream()],
])('%s is streamed, as bytes unless its type is given', async (_name, source) => {
  const response = builder().stream(200, source());
  expect(response.header('Content-Type')).toBe('application/octet-stream');
  expect(await read(response)).toBe('ab');
});

test('events are streamed as their type', async () => {
  const response = builder().eventStream(['one', 'two']);
  expect([response.header('Content-Type'), await read(response)]).toEqual(['text/event-stream', 'onetwo']);
});

test('a file is told by its path', async () => {
  const file = await builder().file('/a/report.pdf');
  expect([file.status, file.header('X-Fake-File'), file.header('Content-Disposition')]).toEqual([
    200,
    '/a/report.pdf',
    undefined,
  ]);
  const disposition = async (name?: string) =>
    (await builder().download('report.pdf', name)).header('Content-Disposition');
  expect(await disposition()).toBe('attachment; filename="report.pdf"');
  expect(await disposition('\u2603.pdf')).toBe('attachment; filename="\u2603.pdf"');
  expect(await disposition('2026.pdf')).toBe('attachment; filename="2026.pdf"');
});

test('a redirect leads to its address; one to a route names that and its parameters', () => {
  const make = builder();
  const led = (response: Response): unknown[] => [response.status, response.header('Location'), response.body];
  expect(led(make.redirect(303, '/posts'))).toEqual([303, '/posts', null]);
  expect(led(make.redirectAway(301, 'https://oak.example/'))).toEqual([301, 'https://oak.example/', null]);
  expect(led(make.redirect(303, '/\u2603'))).toEqual([303, '/\u2603', null]);
  expect(led(make.redirectToRoute('home'))).toEqual([302, 'route:home', null]);
  expect(led(make.redirectToRoute('posts.show', { id: 7 }, 303))).toEqual([303, 'route:posts.show{"id":7}', null]);
});

test('a response without content is a 204', () => {
  expect([builder().noContent().status, builder().noContent(202).status]).toEqual([204, 202]);
});

test('headers and fields of Vary that are staged are on whatever is answered', () => {
  const make = builder().header('X-Count', 1).vary('Origin');
  const response = make.string(200, 'x');
  make.vary('Accept');
  expect([response.header('x-count'), response.header('Vary')]).toEqual(['1', 'Origin, Accept']);
});

test('cookies are set by name and value, or as a whole, and taken away', () => {
  const make = builder()
    .cookie('theme', 'dark', { secure: true })
    .cookie('plain')
    .cookie({ name: 'whole', value: 'x', maxAge: 60 })
    .cookie('old', '1')
    .withoutCookie('old');
  expect(Object.fromEntries(make.cookies)).toEqual({
    theme: { name: 'theme', value: 'dark', secure: true },
    plain: { name: 'plain', value: '' },
    whole: { name: 'whole', value: 'x', maxAge: 60 },
    old: null,
  });
});

test('the response made last is known by its parts', () => {
  const make = builder();
  expect(make.origin()).toBeNull();
  make.string(404, 'first');
  make.string(410, 'Grün');
  const origin = make.origin();
  expect([origin?.status(), origin?.body(), origin?.header('content-type')]).toEqual([
    410,
    'Grün',
    'text/plain; charset=utf-8',
  ]);
  const size = (): unknown => make.origin()?.size();
  expect(size()).toBe(5);
  make.data(200, 'image/png', new Uint8Array(3));
  expect(size()).toBe(3);
  make.stream(200, ['a']);
  expect(size()).toBeNull();
});

test("Node's own response is there, of the same request", () => {
  expect(builder().writer().req.method).toBe('PUT');
});

test('it is an empty 200 unless told otherwise', () => {
  const response = new FakeResponse();
  expect([response.status, response.body, response.error, [...response.headers()]]).toEqual([200, null, undefined, []]);
});

test('headers are set, added to and removed, in whatever case', () => {
  const response = new FakeResponse().setHeader('X-Count', 2).setHeader('x-count', 3);
  expect([response.header('X-COUNT'), [...response.headers()]]).toEqual(['3', [['x-count', '3']]]);
  response.appendHeader('Link', '</a>').appendHeader('link', '</b>').appendHeader('Link', '</c>');
  expect(response.header('Link')).toEqual(['</a>', '</b>', '</c>']);
  expect(response.removeHeader('LINK').header('Link')).toBeUndefined();
});

test('a header that no reply can hold is refused, whoever sets it', () => {
  const refused = expect.objectContaining({ code: 'E_HEADER_INVALID' });
  const response = new FakeResponse();
  expect(() => response.setHeader('X-Who', 'a\r\nSet-Cookie: x=1')).toThrow(refused);
  expect(() => response.appendHeader('X-Who', '\u0000')).toThrow(refused);
  expect(() => response.setHeader('X Who', 'a')).toThrow(refused);
  expect([...response.setHeader('X-Who', ['Gr\u00FCn', 'a\tb']).headers()]).toHaveLength(1);
});

test('Vary has each field once', () => {
  const response = new FakeResponse().vary('Origin').vary('Accept').vary('origin');
  expect(response.header('Vary')).toBe('Accept, origin');
});

test('its text is that of a text or of bytes, and its JSON what that holds', () => {
  expect([new FakeResponse(200, 'Grün').text, new FakeResponse(200, Buffer.from('Grün')).text]).toEqual([
    'Grün',
    'Grün',
  ]);
  expect(new FakeResponse(200, new TextEncoder().encode('{"a":1}')).json()).toEqual({ a: 1 });
  expect([new FakeResponse().text, new FakeResponse(200, new ReadableStream()).text]).toEqual(['', '']);
});
