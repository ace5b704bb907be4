import { afterEach, describe, expect, test } from '@jest/globals';
import { handOver, type RootRouter } from '@taproot/routing';
import { CorsServer, corsOf } from '../../cors/support.ts';

let served: CorsServer | null = null;
afterEach(async () => {
  await served?.close();
  served = null;
});

const lax = {
  'Access-Control-Allow-Origin': 'https://evil.example',
  'Access-Control-Allow-Credentials': 'true',
  Vary: 'Accept',
};

/** Code with rules of its own, which allow every page, mounted in each way. */
const mounts = (route: RootRouter): void => {
  route.mount('/web', () => new Response('web', { headers: lax }));
  route.mountNode('/node', (_req, res) => {
    for (const [name, value] of Object.entries(lax)) res.setHeader(name, value);
    res.end('node');
  });
  route.mountNode('/head', (_req, res) => res.writeHead(200, lax).end('head'));
  route.any(
    '/over',
    handOver((_req, res) => res.writeHead(200, lax).end('over')),
  );
};

const paths = ['/web', '/node', '/head', '/over'];

describe.each(['koa', 'fastify'])('the rules of cors() decide for mounted code, on the %s driver', (driver) => {
  test('a page that they do not name gets nothing, and one that they name gets their headers alone', async () => {
    served = await CorsServer.open(mounts, { driver, cors: { allowed_origins: ['https://good.example'] } });
    for (const path of paths) {
      expect([path, corsOf(await served.send('https://evil.example', path))]).toEqual([
        path,
        { vary: expect.stringMatching(/Origin/) },
      ]);
      expect([path, corsOf(await served.send('https://good.example', path))]).toEqual([
        path,
        { vary: expect.stringMatching(/Origin/), 'allow-origin': 'https://good.example' },
      ]);
    }
  });

  test('rules that allow every page give no credentials', async () => {
    served = await CorsServer.open(mounts, { driver });
    for (const path of paths)
      expect([path, corsOf(await served.send('https://evil.example', path))]).toEqual([
        path,
        { vary: 'Accept', 'allow-origin': '*' },
      ]);
  });

  test('where cors() does not apply, the mounted code decides', async () => {
    served = await CorsServer.open(mounts, { driver, cors: { paths: ['api/*'] } });
    for (const path of paths)
      expect([path, corsOf(await served.send('https://evil.example', path))]).toEqual([
        path,
        { vary: 'Accept', 'allow-origin': 'https://evil.example', 'allow-credentials': 'true' },
      ]);
  });
});
