import { describe, expect, test } from '@jest/globals';
import { fromWeb } from '@taproot/core';
import { isWebResponse } from '@taproot/core/internal';
import { fakeContext } from '@taproot/testing';

describe('a Web response', () => {
  test('becomes one of ours, with its status, headers and cookies', () => {
    const web = new Response('made', {
      status: 201,
      headers: { 'content-type': 'text/plain', vary: 'Accept, Origin' },
    });
    web.headers.append('set-cookie', 'a=1');
    web.headers.append('set-cookie', 'b=2');
    const response = fromWeb(fakeContext(), web);
    expect([response.status, response.header('content-type')]).toEqual([201, 'text/plain']);
    expect(response.header('set-cookie')).toEqual(['a=1', 'b=2']);
    expect(response.header('vary')).toBe('Accept, Origin');
  });

  test('without a body has none, and loses what belongs to a connection', () => {
    const web = new Response(null, { status: 204, headers: { connection: 'close', 'x-kept': '1' } });
    const response = fromWeb(fakeContext(), web);
    expect([response.status, response.body]).toEqual([204, null]);
    expect([response.header('connection'), response.header('x-kept')]).toEqual([undefined, '1']);
  });

  test('from fetch() loses content-encoding and content-length, because fetch() decoded it; one made by hand keeps them', () => {
    const headers = { 'content-encoding': 'gzip', 'content-length': '9' };
    const made = new Response('text', { headers });
    const fetched = new Response('text', { headers });
    Object.defineProperty(fetched, 'url', { value: 'https://example.com/' });
    expect(fromWeb(fakeContext(), made).header('content-encoding')).toBe('gzip');
    const response = fromWeb(fakeContext(), fetched);
    expect([response.header('content-encoding'), response.header('content-length')]).toEqual([undefined, undefined]);
  });

  test.each([null, undefined, 'text', {}, { arrayBuffer: 1 }, { arrayBuffer: () => 1, headers: null }])(
    'is not %j',
    (value) => expect(isWebResponse(value)).toBe(false),
  );

  test('is known by its members, whichever package made it', () => {
    expect(isWebResponse(new Response())).toBe(true);
    expect(isWebResponse({ arrayBuffer: () => null, headers: { getSetCookie: () => [] } })).toBe(true);
  });
});
