// Real path: a call of @taproot/client as a page or another server makes it, GET and POST with JSON, to a server that does
// nothing else. Beside it `fetch` with JSON.stringify and JSON.parse by hand. CPU time of the calling process alone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { interleave } from '../lib/interleave.js';
import { toRows } from '../lib/rows.js';

export const about = 'A call of the typed client, and a bare fetch with JSON on both sides';

const post = { id: 7, title: 'Roots', state: 'public', tags: ['trees', 'soil'], body: 'They hold. '.repeat(40) };
const calls = 4000;
const wave = 20;

const server = `
import { createServer } from 'node:http';
const body = ${JSON.stringify(JSON.stringify(post))};
const server = createServer((req, res) => {
  req.resume().on('end', () => {
    res.writeHead(req.method === 'POST' ? 201 : 200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    res.end(body);
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

/** Microseconds of CPU for each of many calls, in waves. */
const cpuOf = async (/** @type {() => Promise<unknown>} */ call) => {
  const before = process.cpuUsage();
  for (let done = 0; done < calls; done += wave) await Promise.all(Array.from({ length: wave }, call));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
};

/** @type {import('../lib/cases.js').Case['run']} */
export const run = async ({ functions: { rounds } }) => {
  const { createClient } = await import('../../client/dist/index.js');
  const child = spawn(process.execPath, ['--input-type=module', '-e', server], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = await once(child.stdout, 'data');
    const baseUrl = `http://127.0.0.1:${String(port).trim()}`;
    const table = {
      hash: '',
      calls: { 'posts.show': 'GET /posts/{id} 200 404', 'posts.store': 'POST /posts 201 401 422' },
    };
    const { posts } = createClient({ routes: table, baseUrl });
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const variants = [
      {
        name: 'GET: fetch',
        call: async () =>
          JSON.parse(
            await (
              await fetch(`${baseUrl}/posts/${encodeURIComponent(7)}`, { headers: { accept: 'application/json' } })
            ).text(),
          ),
      },
      {
        name: 'GET: fetch with a time-out',
        against: 'GET: fetch',
        call: async () => {
          const signal = AbortSignal.timeout(30_000);
          return JSON.parse(
            await (await fetch(`${baseUrl}/posts/7`, { headers: { accept: 'application/json' }, signal })).text(),
          );
        },
      },
      {
        name: 'GET: client',
        against: ['GET: fetch', 'GET: fetch with a time-out'],
        call: () => posts.show({ params: { id: 7 } }),
      },
      {
        name: 'POST: fetch',
        call: async () =>
          JSON.parse(
            await (await fetch(`${baseUrl}/posts`, { method: 'POST', headers, body: JSON.stringify(post) })).text(),
          ),
      },
      { name: 'POST: client', against: 'POST: fetch', call: () => posts.store({ body: post }) },
    ];
    for (const { call } of variants) await cpuOf(call);
    return toRows(await interleave(variants, Math.min(rounds, 9), ({ call }) => cpuOf(call)), 'µs of CPU');
  } finally {
    child.kill();
  }
};
