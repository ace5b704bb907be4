// Real path: a call of @taproot/client as a page or another server makes it, GET and POST with JSON, to a server that does
// nothing else. Beside it `fetch` with JSON.stringify and JSON.parse by hand. CPU time of the calling process alone, each way in
// a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { interleave } from '../lib/interleave.js';
import { PinnedProcess } from '../lib/pinned-process.js';
import { toRows } from '../lib/rows.js';

export const about = 'A call of the typed client, and a bare fetch with JSON on both sides';

const post = { id: 7, title: 'Roots', state: 'public', tags: ['trees', 'soil'], body: 'They hold. '.repeat(40) };
const calls = 4000;

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

const ways = [
  { name: 'GET: fetch' },
  { name: 'GET: fetch with a time-out', against: 'GET: fetch' },
  { name: 'GET: client', against: ['GET: fetch', 'GET: fetch with a time-out'] },
  { name: 'POST: fetch' },
  { name: 'POST: client', against: 'POST: fetch' },
];

/** @type {import('../lib/cases.js').Case['run']} */
export const run = async ({ functions: { rounds } }) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', server], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {PinnedProcess[]} */
  const callers = [];
  try {
    const [port] = await once(child.stdout, 'data');
    const baseUrl = `http://127.0.0.1:${String(port).trim()}`;
    const variants = ways.map((way) => {
      const caller = new PinnedProcess('lib/client-process.js', [way.name, baseUrl, JSON.stringify(post)], {
        core: null,
      });
      callers.push(caller);
      return { ...way, caller };
    });
    for (const { caller } of variants) await caller.ask(calls);
    const figures = await interleave(variants, Math.min(rounds, 9), async ({ caller }) =>
      Number(await caller.ask(calls)),
    );
    return toRows(figures, 'µs of CPU');
  } finally {
    await Promise.all(callers.map((caller) => caller.close()));
    child.kill();
  }
};
