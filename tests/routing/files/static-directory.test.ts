import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, renameSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ForbiddenError, type Handler } from '@taproot/core';
import { staticDirectory, staticFile } from '../../../plugins/routing/src/files/static-handlers.ts';
import { openDiskFile } from '../../../plugins/routing/src/response/disk-file.ts';
import { serveFiles } from '../support/file-server.ts';
import { allClosed, leftOpen, openFiles } from '../support/open-files.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const directory = temporaryDirectory();
const root = join(directory, 'public');
const old = new Date('2024-02-03T04:05:06Z');

const write = (path: string, content: string): string => {
  const whole = join(directory, path);
  mkdirSync(join(whole, '..'), { recursive: true });
  writeFileSync(whole, content);
  utimesSync(whole, old, old);
  return whole;
};

const SECRET = 'the secret';
write('outside/secret.txt', SECRET);
write('public-evil/secret.txt', SECRET);
write('public/hello.txt', 'hello');
write('public/.env', SECRET);
write('public/.git/config', SECRET);
write('public/.well-known/security.txt', 'Contact: a@b.test');
write('public/sub/index.html', '<h1>sub</h1>');
write('public/sub/.env', SECRET);
write('public/empty/.keep', '');
write('public/100%.txt', 'percent');
write('public/käse und brot.txt', 'utf-8');
symlinkSync(join(directory, 'outside/secret.txt'), join(root, 'link.txt'));
symlinkSync(join(directory, 'outside'), join(root, 'linked'));
symlinkSync(join(root, 'hello.txt'), join(root, 'inside.txt'));
symlinkSync('loop', join(root, 'loop'));

type Server = Awaited<ReturnType<typeof serveFiles>>;
let server: Server;
beforeAll(async () => {
  server = await serveFiles(staticDirectory(root));
});
afterAll(() => server.close());

/** Serves with other options for the length of one test. */
const serving = async (handler: Parameters<typeof serveFiles>[0], use: (server: Server) => Promise<void>) => {
  const other = await serveFiles(handler);
  await use(other).finally(other.close);
};

describe('a static directory', () => {
  test('serves its files with type, size, tag and a cache rule', async () => {
    const reply = await server.get('/static/hello.txt');
    expect([reply.status, reply.body]).toEqual([200, 'hello']);
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '5',
      'accept-ranges': 'bytes',
      'cache-control': 'max-age=0',
      'last-modified': old.toUTCString(),
      'x-content-type-options': 'nosniff',
    });
    expect((await server.get('/static/hello.txt', { 'If-None-Match': reply.headers['etag'] ?? '' })).status).toBe(304);
    await allClosed(directory);
  });

  test('answers HEAD with the headers of GET', async () => {
    const [get, head] = await Promise.all([
      server.get('/static/hello.txt'),
      server.get('/static/hello.txt', {}, 'HEAD'),
    ]);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
    expect(head.body).toBe('');
  });

  test('finds names with spaces, other letters and percent signs', async () => {
    expect((await server.get('/static/k%C3%A4se%20und%20brot.txt')).body).toBe('utf-8');
    expect((await server.get('/static/100%25.txt')).body).toBe('percent');
  });

  test('answers a directory by its index, unless it is switched off', async () => {
    expect((await server.get('/static/sub/')).body).toBe('<h1>sub</h1>');
    expect((await server.get('/static/sub/')).headers['content-type']).toBe('text/html; charset=utf-8');
    await serving(staticDirectory(root, { index: false }), async ({ get }) => {
      expect((await get('/static/sub')).status).toBe(404);
      expect((await get('/static')).status).toBe(404);
    });
    await serving(staticDirectory(join(root, 'sub')), async ({ get }) => {
      expect((await get('/static/')).body).toBe('<h1>sub</h1>');
    });
  });

  test('TG-04 a directory without its slash is redirected to it, relative to its address, unless that is switched off', async () => {
    const moved = await server.get('/static/sub');
    expect([moved.status, moved.headers.location, moved.body]).toEqual([301, './sub/', '']);
    expect((await server.get('/static/hello.txt')).status).toBe(200);
    await serving(staticDirectory(root, { redirect: false }), async ({ get }) => {
      expect((await get('/static/sub')).body).toBe('<h1>sub</h1>');
    });
    await serving(staticDirectory(join(root, 'sub')), async ({ get }) => {
      expect((await get('/static')).headers.location).toBe('./static/');
    });
  });

  test('tells clients how long to keep files', async () => {
    await serving(staticDirectory(root, { maxAge: 60, immutable: true }), async ({ get }) => {
      expect((await get('/static/hello.txt')).headers['cache-control']).toBe('max-age=60, immutable');
    });
  });

  test('takes the time to keep files in any unit', async () => {
    await serving(staticDirectory(root, { maxAge: '7d' }), async ({ get }) => {
      expect((await get('/static/hello.txt')).headers['cache-control']).toBe('max-age=604800');
    });
  });

  test('ST-01 no spelling leads out of the root', async () => {
    const spellings = [
      '../outside/secret.txt',
      '%2e%2e/outside/secret.txt',
      '..%2foutside/secret.txt',
      '..%2Foutside%2Fsecret.txt',
      '%2e%2e%2foutside%2fsecret.txt',
      '%252e%252e/outside/secret.txt',
      '%252e%252e%252foutside%252fsecret.txt',
      '..%5coutside%5csecret.txt',
      '..\\outside\\secret.txt',
      '..;/outside/secret.txt',
      'sub/../../outside/secret.txt',
      '..%00/outside/secret.txt',
      '%c0%ae%c0%ae/outside/secret.txt',
      '../public-evil/secret.txt',
      '%2e%2e/public-evil/secret.txt',
      './/../outside/secret.txt',
    ];
    for (const spelling of spellings) {
      const reply = await server.get(`/static/${spelling}`);
      expect([spelling, [400, 403, 404].includes(reply.status)]).toEqual([spelling, true]);
      expect(reply.body).not.toContain(SECRET);
    }
  });

  test('ST-02 absolute paths and drives are unknown', async () => {
    const paths = ['C:%5cwindows', 'C:/windows', 'c:windows', 'file%3a///etc/passwd', '/etc/passwd', '%2fetc%2fpasswd'];
    for (const path of paths) {
      const reply = await server.get(`/static/${path}`);
      expect([path, reply.status, reply.body.includes('root:')]).toEqual([path, 404, false]);
    }
  });

  test('ST-04 a symbolic link out of the root is unknown, one within it is served', async () => {
    for (const path of ['link.txt', 'linked/secret.txt', 'linked', 'loop']) {
      const reply = await server.get(`/static/${path}`);
      expect([path, reply.status, reply.body.includes(SECRET)]).toEqual([path, 404, false]);
    }
    expect((await server.get('/static/inside.txt')).body).toBe('hello');
  });

  test('ST-04 links out of the root are followed when asked for', async () => {
    await serving(staticDirectory(root, { symlinks: true }), async ({ get }) => {
      expect((await get('/static/link.txt')).body).toBe(SECRET);
      expect((await get('/static/linked/secret.txt')).body).toBe(SECRET);
    });
  });

  test('ST-04 a root that is itself a link is served', async () => {
    symlinkSync(root, join(directory, 'current'));
    await serving(staticDirectory(join(directory, 'current')), async ({ get }) => {
      expect((await get('/static/hello.txt')).body).toBe('hello');
      expect((await get('/static/link.txt')).status).toBe(404);
    });
  });

  test('ST-05 a NUL in a name is refused, never an error of ours', async () => {
    for (const path of ['hello.txt%00.png', '%00', 'hello.txt%2500.png'])
      expect([400, 404]).toContain((await server.get(`/static/${path}`)).status);
  });

  test('ST-06 files led by a dot are unknown', async () => {
    const paths = [
      '.env',
      '%2eenv',
      '.git/config',
      '%2egit/config',
      'sub/.env',
      'sub/%2Eenv',
      'sub/..%2f.env',
      '.well-known/security.txt',
    ];
    for (const path of paths) {
      const reply = await server.get(`/static/${path}`);
      expect([path, reply.status, reply.body.includes(SECRET)]).toEqual([path, 404, false]);
    }
  });

  test('ST-06 those named in `dotfiles` are served, and no others', async () => {
    await serving(staticDirectory(root, { dotfiles: ['.well-known'] }), async ({ get }) => {
      expect((await get('/static/.well-known/security.txt')).body).toContain('Contact');
      for (const path of ['.env', '.git/config', 'sub/.env']) expect((await get(`/static/${path}`)).status).toBe(404);
    });
  });

  test('ST-07 a guard on a directory holds for every spelling of its path', async () => {
    write('public/private/secret.txt', SECRET);
    const files = staticDirectory(root);
    const guarded: Handler = (ctx) => {
      if (ctx.request().path().startsWith('/static/private')) throw new ForbiddenError();
      return files(ctx);
    };
    const spellings = [
      'private',
      '%70rivate',
      '/private',
      './private',
      'sub/../private',
      '%2e/private',
      'sub/%2e%2e/private',
      'sub/..%2fprivate',
      'private%2fsecret.txt?',
      'priv%61te',
      '%2fprivate',
      'sub%5c..%5cprivate',
    ];
    await serving(guarded, async ({ get }) => {
      for (const spelling of spellings) {
        const reply = await get(`/static/${spelling}/secret.txt`);
        expect([spelling, [403, 404].includes(reply.status), reply.body.includes(SECRET)]).toEqual([
          spelling,
          true,
          false,
        ]);
      }
    });
  });

  test('ST-08 parts of a file are sent over the wire as asked', async () => {
    const part = await server.get('/static/hello.txt', { Range: 'bytes=1-3' });
    expect([part.status, part.body, part.headers['content-range']]).toEqual([206, 'ell', 'bytes 1-3/5']);
    const beyond = await server.get('/static/hello.txt', { Range: 'bytes=9999-' });
    expect([beyond.status, beyond.body, beyond.headers['content-range']]).toEqual([416, '', 'bytes */5']);
    const many = await server.get('/static/hello.txt', { Range: `bytes=${Array(500).fill('0-').join(',')}` });
    expect(many.body.length).toBeLessThanOrEqual(5 + 1024);
    await allClosed(directory);
  });

  test('ST-12 a directory without index, a missing file and a file taken for a directory are unknown', async () => {
    for (const path of ['empty', 'missing.txt', 'hello.txt/below', 'x'.repeat(300)]) {
      const reply = await server.get(`/static/${path}`);
      expect([path, reply.status, reply.body.includes('.keep')]).toEqual([path, 404, false]);
    }
  });

  test('ST-12 a root that is missing, or a file, is an error at boot', () => {
    const missing = join(directory, 'nowhere');
    expect(() => staticDirectory(missing)).toThrow(
      expect.objectContaining({ code: 'E_STATIC_ROOT', message: expect.stringContaining(missing) as unknown }),
    );
    expect(() => staticDirectory(join(root, 'hello.txt'))).toThrow(
      expect.objectContaining({
        code: 'E_STATIC_ROOT',
        message: expect.stringContaining('not a directory') as unknown,
      }),
    );
  });

  test('a named pipe in the root is unknown, and nobody waits for its writer', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const replies = await Promise.all(Array.from({ length: 8 }, () => server.get('/static/pipe')));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(404));
    expect((await server.get('/static/hello.txt')).body).toBe('hello');
  });

  test('leaves no file open after any of the requests above', async () => {
    expect(await leftOpen(directory)).toEqual([]);
  });
});

describe('ST-09 a file that changes while it is sent', () => {
  const size = 8 * 1024 * 1024;

  /** Opens a file, reads its first chunk, changes it, and reads the rest. */
  const readAcross = async (change: (path: string) => void, date = old) => {
    const path = write('changing.bin', 'a'.repeat(size));
    utimesSync(path, date, date);
    const stream = (await openDiskFile(path))?.open();
    if (stream === undefined) throw new Error('missing');
    await once(stream, 'readable');
    change(path);
    const read = await text(stream).catch((error: unknown) => error);
    await allClosed(directory);
    return read;
  };
  const changed = expect.objectContaining({ code: 'E_FILE_CHANGED' }) as unknown;

  test('ends in an error when it was truncated', async () => {
    expect(await readAcross((path) => truncateSync(path, 1000))).toEqual(changed);
    expect(await readAcross((path) => truncateSync(path, 1000), new Date())).toEqual(changed);
  });

  test('ends in an error when it was overwritten', async () => {
    expect(await readAcross((path) => writeFileSync(path, 'b'.repeat(size)))).toEqual(changed);
  });

  test('is sent as it was when another was renamed over it', async () => {
    const read = await readAcross((path) => renameSync(write('new.bin', 'b'.repeat(size)), path));
    expect(read).toBe('a'.repeat(size));
  });

  test('may grow when it was growing, as a log does, and ends at its announced size', async () => {
    expect(await readAcross((path) => appendFileSync(path, 'more'), new Date())).toBe('a'.repeat(size));
    expect(await readAcross((path) => appendFileSync(path, 'more'))).toEqual(changed);
  });

  test('closes the connection short, and the next request is right', async () => {
    const path = write('public/big.bin', 'a'.repeat(size));
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET /static/big.bin HTTP/1.1\r\nHost: a.test\r\n\r\n');
    await once(socket, 'readable');
    writeFileSync(path, 'b'.repeat(size));
    utimesSync(path, new Date(), new Date());
    let received = '';
    socket.on('error', () => undefined);
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
    await new Promise((resolve) => socket.once('close', resolve));
    const body = received.slice(received.indexOf('\r\n\r\n') + 4);
    expect(body.length).toBeLessThan(size);
    expect(body).not.toContain('b');
    const next = await server.get('/static/big.bin');
    expect([next.status, next.complete, next.body === 'b'.repeat(size)]).toEqual([200, true, true]);
    await allClosed(directory);
  });
});

// What their memory costs is measured in tests/hostile, where the clients keep none themselves; `slow-readers` has 500.
test('ST-13 50 clients that do not read keep nobody waiting, and their files are closed when they leave', async () => {
  const path = write('public/huge.bin', '');
  truncateSync(path, 100 * 1024 * 1024);
  const sockets = await Promise.all(
    Array.from({ length: 50 }, async (): Promise<Socket> => {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write('GET /static/huge.bin HTTP/1.1\r\nHost: a.test\r\n\r\n');
      await once(socket, 'readable');
      return socket;
    }),
  );
  const replies = await Promise.all(Array.from({ length: 50 }, () => server.get('/static/hello.txt')));
  expect(replies.every(({ body }) => body === 'hello')).toBe(true);
  expect(openFiles(root).filter((file) => file.endsWith('huge.bin'))).toHaveLength(50);
  for (const socket of sockets) socket.destroy();
  await allClosed(directory);
});

describe('a static file', () => {
  test('is answered at its address, and unknown while it is missing', async () => {
    const path = join(directory, 'robots.txt');
    await serving(staticFile(path), async ({ get }) => {
      expect((await get('/static')).status).toBe(404);
      writeFileSync(path, 'User-agent: *');
      const reply = await get('/static');
      expect([reply.status, reply.body, reply.headers['content-type']]).toEqual([
        200,
        'User-agent: *',
        'text/plain; charset=utf-8',
      ]);
    });
  });
});
