import { expect, test } from '@jest/globals';
import { FakeResponse } from '@taproot/core/testing';

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
