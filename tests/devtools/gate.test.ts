import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, jest, test } from '@jest/globals';
import { devtoolsToken } from '@taproot/core/internal';
import { type Asked, ask, portOf, seen, serve } from './support.ts';

const addresses = ['/_taproot', '/_taproot/', '/_taproot/requests/1', '/_taproot/requests.json', '/_taproot/live'];

test('on this machine the pages are there', async () => {
  const app = await serve();
  await ask(app, '/');
  for (const host of ['localhost', '127.0.0.1', '[::1]', 'LOCALHOST:80'])
    expect((await ask(app, '/_taproot', { headers: { Host: host } })).status).toBe(200);
  const { status, headers } = await ask(app, '/_taproot/requests/1');
  expect(status).toBe(200);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none';/);
  expect(headers['access-control-allow-origin']).toBeUndefined();
  expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  expect(headers['cache-control']).toBe('no-store');
});

/** What others may try: each is answered as if there were no devtools. */
const attempts: readonly (readonly [what: string, asked: Asked])[] = [
  ['DNS rebinding', { headers: { Host: 'evil.test' } }],
  ['DNS rebinding with a port', { headers: { Host: 'evil.test:3000' } }],
  ['a name that begins like this machine', { headers: { Host: 'localhost.evil.test' } }],
  ['a name that ends like this machine', { headers: { Host: 'evil-localhost' } }],
  ['an address that begins like this machine', { headers: { Host: '127.0.0.1.nip.io' } }],
  ['the address of a network', { headers: { Host: '192.168.1.7:3000' } }],
  ['all addresses', { headers: { Host: '0.0.0.0' } }],
  ['a user in the host', { headers: { Host: 'localhost@evil.test' } }],
  ['X-Forwarded-For', { headers: { 'X-Forwarded-For': '203.0.113.9' } }],
  ['X-Forwarded-For that names this machine', { headers: { 'X-Forwarded-For': '127.0.0.1' } }],
  ['X-Forwarded-Host', { headers: { Host: 'localhost', 'X-Forwarded-Host': 'evil.test' } }],
  ['Forwarded', { headers: { Forwarded: 'for=203.0.113.9' } }],
  ['X-Real-IP', { headers: { 'X-Real-IP': '203.0.113.9' } }],
  ['Via', { headers: { Via: '1.1 proxy.test' } }],
  ['CORS', { headers: { Origin: 'https://evil.test' } }],
  ['CORS of a sandboxed frame', { headers: { Origin: 'null' } }],
  ['another port of this machine', { headers: { Origin: 'http://localhost:1' } }],
  [
    'a preflight',
    { method: 'OPTIONS', headers: { Origin: 'https://evil.test', 'Access-Control-Request-Method': 'GET' } },
  ],
  ['a script of another site', { headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' } }],
  [
    'a frame of another site',
    { headers: { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' } },
  ],
  ['a form of another site', { method: 'POST', headers: { Origin: 'https://evil.test' } }],
];

test.each(attempts)('%s finds nothing', async (_what, asked) => {
  const app = await serve();
  for (const path of addresses) {
    const { status, text: body, headers } = await ask(app, path, asked);
    // 400: what is no host at all is refused before the route is looked for.
    expect([400, 404]).toContain(status);
    expect(body).not.toMatch(/devtools/i);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  }
});

const send = async (port: number, bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.end(bytes);
  return text(socket);
};

test('two hosts, no host and the target of a proxy find nothing', async () => {
  const app = await serve();
  const close = 'Connection: close\r\n\r\n';
  for (const head of [
    'GET /_taproot HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\n',
    'GET /_taproot HTTP/1.0\r\n',
    'GET http://evil.test/_taproot HTTP/1.1\r\nHost: localhost\r\n',
  ]) {
    const reply = await send(portOf(app), head + close);
    expect(reply).toMatch(/^HTTP\/1\.1 4/);
    expect(reply).not.toMatch(/devtools/i);
  }
});

describe('the token', () => {
  const everywhere = [
    ...addresses,
    '/_taproot/config',
    '/_taproot/hooks',
    '/_taproot/routes',
    '/_taproot/routes/whole',
    '/_taproot/logs',
    '/_taproot/ids/1',
    '/_taproot/compare/1/1',
    '/_taproot/devtools.js',
    '/_taproot/devtools.css',
    '/_taproot/nothing',
  ];

  // What `proxy_pass http://127.0.0.1:3000;` of nginx sends on for a stranger: nothing tells it from a browser here.
  const plainNginx = { headers: { Host: '127.0.0.1', Connection: 'close' }, token: false };

  test.each(everywhere)('%s shows nothing without it', async (path) => {
    const app = await serve();
    await ask(app, '/?secret=page');
    for (const asked of [
      plainNginx,
      { token: false, headers: { Cookie: 'taproot_devtools=x', Authorization: 'Bearer x' } },
    ]) {
      const { status, text: body, headers } = await ask(app, path, asked);
      expect([status, headers['content-type'], headers['set-cookie']]).toEqual([
        403,
        'text/plain; charset=utf-8',
        undefined,
      ]);
      expect(body).toMatch(/^Open the address that the server prints/);
    }
    expect((await ask(app, `${path}?token=wrong`, plainNginx)).status).toBe(403);
  });

  test('nothing is sent again without it', async () => {
    const app = await serve();
    await ask(app, '/');
    const { status } = await ask(app, '/_taproot/requests/1/replay', { ...plainNginx, method: 'POST' });
    expect(status).toBe(403);
    const given = `/_taproot/requests/1/replay?token=${devtoolsToken(app)}`;
    expect((await ask(app, given, { ...plainNginx, method: 'POST' })).status).toBe(403);
    expect(await seen(app)).toHaveLength(1);
  });

  test('the printed address puts it into a cookie, which lets in', async () => {
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const app = await serve();
    const printed = written.mock.calls.map(([line]) => String(line)).join('');
    written.mockRestore();
    const [, path = ''] = /^Devtools: http:\/\/127\.0\.0\.1:\d+(\/_taproot\?token=[\w-]{22})$/m.exec(printed) ?? [];
    const { status, headers } = await ask(app, path, { token: false });
    expect([status, headers.location]).toEqual([303, '/_taproot']);
    const [cookie = ''] = headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^taproot_devtools_[\da-f]{8}=[\w-]{22}; Path=\/_taproot; HttpOnly; SameSite=Strict$/);
    const kept = { token: false, headers: { Cookie: `a=b; ${cookie.split(';', 1)[0]}; c=d` } };
    for (const one of ['/_taproot', '/_taproot/requests.json']) expect((await ask(app, one, kept)).status).toBe(200);
    await ask(app, '/');
    expect((await ask(app, '/_taproot/requests/1/replay', { ...kept, method: 'POST' })).status).toBe(303);
  });

  test('is that of the key, so the next start has it, and random without a key', async () => {
    const tokens = await Promise.all(
      ['one', 'one', 'two', '', ''].map(async (key) =>
        devtoolsToken(await serve({ APP_ENV: 'development', APP_KEY: key })),
      ),
    );
    expect(tokens[0]).toBe(tokens[1]);
    expect(new Set(tokens).size).toBe(4);
    expect(tokens.join('')).not.toContain('one');
  });
});

test('an id that cannot be decoded is 404', async () => {
  const app = await serve();
  for (const id of ['%', '%zz', '%E0%A4']) expect((await ask(app, `/_taproot/ids/${id}`)).status).toBe(404);
});

test('a link on another site may open the page, and nothing else', async () => {
  const app = await serve();
  const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };
  expect((await ask(app, '/_taproot', { headers })).status).toBe(200);
  expect((await ask(app, '/_taproot/requests/1/replay', { method: 'POST', headers })).status).toBe(404);
});

test.each([
  ['production', { APP_ENV: 'production' }],
  ['production with debugging on', { APP_ENV: 'production', APP_DEBUG: 'true' }],
  ['testing', { APP_ENV: 'testing' }],
  ['development without debugging', { APP_ENV: 'development', APP_DEBUG: 'false' }],
])('in %s there are no pages, no tap and no subscriber', async (_what, env) => {
  const app = await serve(env);
  for (const path of addresses) expect((await ask(app, path)).status).toBe(404);
  const taps = [...app.hookTables].flatMap(([, table]) =>
    Object.values(table).flatMap((hook) => ('taps' in hook ? hook.taps : [])),
  );
  expect(taps.filter(({ name }) => name === 'devtools')).toEqual([]);
  expect(
    app.facades
      .Route()
      .getRoutes()
      .map(({ path }) => path),
  ).toEqual(['/']);
});

test('the application has no route and no middleware more', async () => {
  const app = await serve();
  expect(
    app.facades
      .Route()
      .getRoutes()
      .map(({ path, middleware }) => [path, middleware]),
  ).toEqual([['/', []]]);
});

test('its own pages are not recorded', async () => {
  const app = await serve();
  await ask(app, '/_taproot');
  await ask(app, '/_taproot/devtools.css');
  expect(await seen(app)).toEqual([]);
});
