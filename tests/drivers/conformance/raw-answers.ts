import { expect, test } from '@jest/globals';
import type { Opened } from './suite.ts';

/** What the routes of `routes.ts` answer to requests that only a socket can carry. */
export const rawAnswers = (application: () => Opened): void => {
  const send = (text: string) => application().raw(text);

  test('RT-01 RT-03 bad percent-encoding is 400 with a JSON body', async () => {
    for (const path of ['/users/%E0%A4%A', '/users/%C0%AE', '/users/%FF', '/users/%ED%A0%80']) {
      const response = await send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(response).toMatch(/^HTTP\/1.1 400 /);
      expect(response).toContain('"code":"E_URL_MALFORMED"');
    }
  });

  test('RT-04 a path that can be read in two ways leads nowhere', async () => {
    for (const path of [
      '/users/./me',
      '/files/../users/me',
      '//users//me',
      '/files/%2e%2e/x',
      '/users\\me',
      '/users;x=1/me',
    ]) {
      const response = await send(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect(response).toMatch(/^HTTP\/1.1 404 /);
    }
  });

  test('RT-09 OPTIONS of the server answers 204; TRACE and unknown methods are refused', async () => {
    expect(await send('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 204 /);
    expect(await send('TRACE /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 405 /);
    expect(await send('PROPFIND /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 501 /);
    expect(await send('FOO /health HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    await send('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await send('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/ok$/);
  });

  test('BD-20 a body on GET is ignored', async () => {
    const response = await send(
      'GET /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}',
    );
    expect(response).toMatch(/\r\n\r\n\{\}$/);
  });

  test('HD-03 a request without a proper Host is 400', async () => {
    for (const head of [
      '',
      'Host: a\r\nHost: b\r\n',
      'Host: a@evil.test\r\n',
      'Host: a/b\r\n',
      'Host: [::1\r\n',
      'Host: evil.test:99999\r\n',
    ]) {
      expect(await send(`GET /health HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /);
    }
  });

  test('an absolute target is that of its path', async () => {
    expect(await send('GET http://x/health?a=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 200 /,
    );
  });

  test('keep-alive and pipelining answer in order', async () => {
    const one = 'GET /users/1 HTTP/1.1\r\nHost: x\r\n\r\n';
    const last = 'GET /users/2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const received = await send(one + one + last);
    expect([...received.matchAll(/"id":"(\d)"/g)].map(([, id]) => id)).toEqual(['1', '1', '2']);
  });
};
