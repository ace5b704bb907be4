import { afterEach, describe, expect, test } from '@jest/globals';
import type { HttpSettings } from '../../../plugins/routing/src/config.ts';
import { Admission } from '../../../plugins/routing/src/http/admission.ts';
import { LoadWatch } from '../../../plugins/routing/src/server/load-watch.ts';
import { closeServers, httpConfig, openServer } from '../server/open-server.ts';
import { exchange, get, jsonOf, statuses } from '../server/raw-client.ts';

afterEach(closeServers);

/** A server that answers what the check says: the error's status and code, else 200. */
const checked = async (overrides: Partial<HttpSettings> = {}) => {
  const admission = new Admission(httpConfig(overrides), new LoadWatch());
  const { port } = await openServer((req, res) => {
    const error = admission.fault(req);
    res.statusCode = error?.status ?? 200;
    res.setHeader('Connection', 'close');
    for (const [name, value] of Object.entries(error?.headers ?? {})) res.setHeader(name, value);
    res.end(JSON.stringify({ code: error?.code ?? 'ok', message: error?.message }));
  }, overrides);
  return (request: string) => exchange(port, request);
};

const request = (hosts: string[], target = '/', version = '1.1'): string =>
  [`GET ${target} HTTP/${version}`, ...hosts.map((host) => `Host: ${host}`), 'Connection: close', '', ''].join('\r\n');

describe('the host', () => {
  test.each([
    ['two Host headers', ['a.test', 'b.test']],
    ['the same Host twice', ['a.test', 'a.test']],
    ['none', []],
    ['an empty one', ['']],
    ['user information', ['a@evil.test']],
    ['a path', ['a/b']],
    ['an unclosed bracket', ['[::1']],
    ['a port out of range', ['evil.test:99999']],
    ['a port that is no number', ['evil.test:x']],
    ['two ports', ['evil.test:80:80']],
    ['an IPv6 address that is none', ['[::1::2]']],
    ['a space', ['a b']],
    ['markup', ['"><script>']],
    ['a list', ['a.test, b.test']],
    ['non-ASCII', ['b\u00fccher.test']],
  ])('HD-03 %s is 400', async (_name, hosts) => {
    const send = await checked();
    const reply = await send(request(hosts));
    expect(statuses(reply)).toEqual([400]);
    expect(jsonOf(reply)).toMatchObject({ code: 'E_HOST_INVALID' });
  });

  test.each(['a.test', 'a.test:8080', 'A.Test.', 'my_service', '127.0.0.1:3000', '[::1]', '[2001:DB8::1]:443'])(
    'HD-03 the good host %s passes, also after a bad one',
    async (host) => {
      const send = await checked();
      expect(statuses(await send(request(['a/b'])))).toEqual([400]);
      expect(statuses(await send(request([host])))).toEqual([200]);
      expect(statuses(await send(request([host, host])))).toEqual([400]);
      expect(statuses(await send(request([])))).toEqual([400]);
    },
  );

  test('HD-03 only HTTP/1.0 may come without a Host, and Host may be spelt in any case', async () => {
    const send = await checked();
    expect(statuses(await send(request([], '/', '1.0')))).toEqual([200]);
    expect(statuses(await send(request([], '/', '1.1')))).toEqual([400]);
    expect(statuses(await send('GET / HTTP/1.1\r\nhOsT: a.test\r\nHOST: b.test\r\n\r\n'))).toEqual([400]);
  });

  test('HD-03 an absolute target that names another host is 400, one that names the same is good', async () => {
    const send = await checked();
    expect(statuses(await send(request(['a.test'], 'http://b.test/')))).toEqual([400]);
    expect(statuses(await send(request(['a.test'], 'http://x@a.test/')))).toEqual([400]);
    expect(statuses(await send(request(['a.test:80'], 'http://A.test:80/x')))).toEqual([200]);
  });

  test('HD-04 with trusted_hosts, any other host is 421', async () => {
    const send = await checked({ trusted_hosts: ['example.com', '*.Example.org', '[::1]'] });
    for (const host of [
      'example.com',
      'EXAMPLE.com:8080',
      'example.com.',
      'a.example.org',
      'a.b.example.org',
      '[::1]:3',
    ])
      expect([host, statuses(await send(request([host])))]).toEqual([host, [200]]);
    for (const host of [
      'evil.test',
      'a.example.com',
      'example.org',
      'barexample.org',
      'example.com.evil.test',
      '.example.org',
    ])
      expect([host, statuses(await send(request([host])))]).not.toEqual([host, [200]]);
    expect(jsonOf(await send(request(['evil.test'])))).toMatchObject({ code: 'E_HOST_UNTRUSTED' });
    expect(statuses(await send(request([], '/', '1.0')))).toEqual([421]);
  });

  test('HD-04 behind a trusted proxy it is the forwarded host that must be trusted', async () => {
    const send = await checked({ trusted_hosts: ['example.com'], trusted_proxies: ['127.0.0.1'] });
    const through = (forwarded: string) => send(get('/', 'Connection: close', `X-Forwarded-Host: ${forwarded}`));
    expect(statuses(await through('example.com'))).toEqual([200]);
    expect(statuses(await through('evil.test'))).toEqual([421]);
    expect(statuses(await through('example.com, evil.test'))).toEqual([421]);
    expect(statuses(await through('evil.test, example.com'))).toEqual([200]);
  });

  test.each(['https://example.com', 'example.com:80', 'example.com/x', '*', 'a.*.com', ''])(
    'the trusted host "%s" is refused at boot',
    (host) => {
      expect(() => new Admission(httpConfig({ trusted_hosts: [host] }), new LoadWatch())).toThrow(
        expect.objectContaining({ code: 'E_TRUSTED_HOST', message: expect.stringContaining(`"${host}"`) }),
      );
    },
  );
});

describe('size and method', () => {
  test('HD-02 more headers than max_headers counts is 431, none is dropped silently', async () => {
    const send = await checked({ max_headers: { bytes: 64 * 1024, count: 100 } });
    const many = (count: number) => Array.from({ length: count - 2 }, (_, index) => `X-${index}: 1`);
    expect(statuses(await send(get('/', ...many(101), 'Connection: close')))).toEqual([431]);
    expect(statuses(await send(get('/', ...many(100), 'Connection: close')))).toEqual([200]);
    expect(statuses(await send(get('/', ...many(3000), 'Connection: close')))).toEqual([431]);
    const cookies = Array.from({ length: 200 }, (_, index) => `Cookie: c${index}=1`);
    expect(statuses(await send(get('/', ...cookies, 'Connection: close')))).toEqual([431]);
  });

  test('HD-02 a max_headers above what Node counts by itself drops none either', async () => {
    const limit = { max_headers: { bytes: 64 * 1024, count: 3000 } };
    const { port } = await openServer((req, res) => res.end(`last=${String(req.headers['x-2499'])}`), limit);
    const headers = Array.from({ length: 2500 }, (_, index) => `X-${index}: 1`);
    expect(await exchange(port, get('/', 'Connection: close', ...headers))).toMatch(/last=1$/);
  });

  test('RT-05 a target over max_url is 414, one at the limit is not', async () => {
    const send = await checked();
    expect(statuses(await send(get(`/${'x'.repeat(12_000)}`)))).toEqual([414]);
    expect(statuses(await send(get(`/${'x'.repeat(8192)}`)))).toEqual([414]);
    expect(statuses(await send(get(`/${'x'.repeat(8191)}`)))).toEqual([200]);
  });
});
