import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { Random } from '../../support/random.ts';
import type { HostileApplication } from '../wire/application.ts';

const boundary = '--B\r\nContent-Disposition: form-data; name="';
const seeds: Readonly<Record<string, readonly string[]>> = {
  'application/json': [
    '{"name":"Ada","age":36,"items":[{"id":1},{"id":2}],"role":"user","born":"1815-12-10"}',
    '{"a":{"b":[1,2,{"c":null}]},"d":-1.5e3,"e":"\\u00e9\\n","f":true}',
    '[[[["x"]]]]',
  ],
  'application/x-www-form-urlencoded': [
    'name=Ada&age=36&items[0][id]=1&items[1][id]=2&role=user',
    'a[]=1&a[]=2&b[c][d]=%C3%A9&e=+%20',
  ],
  'multipart/form-data; boundary=B': [
    `${boundary}name"\r\n\r\nAda\r\n${boundary}f"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--B--\r\n`,
    `${boundary}f[]"; filename="1"\r\n\r\nx\r\n${boundary}f[]"; filename="2"\r\n\r\ny\r\n--B--\r\n`,
  ],
  'text/plain': ['some text'],
};
const tokens = [
  '__proto__',
  'constructor',
  '[',
  ']',
  '{',
  '}',
  '"',
  '\\',
  '\0',
  '\xff',
  '%',
  '&',
  '=',
  '--B',
  '--B--',
  '\r\n',
  '1e999',
  '-',
  'null',
  '\ud800',
  '[]',
  '[999999999]',
  '; filename="',
];
const targets = ['/input', '/valid', '/upload'];
const taken = new Set([200, 400, 408, 413, 415, 422]);

/** A seed with a few of its bytes changed, taken out, doubled, or replaced by what has meaning somewhere. */
const mutate = (random: Random, seed: string): Buffer => {
  let text = seed;
  for (let change = random.below(6); change > 0; change--) {
    const [at, length] = [random.below(text.length + 1), random.below(8)];
    const kind = random.below(5);
    const piece =
      kind === 0
        ? ''
        : kind === 1
          ? random.pick(tokens)
          : kind === 2
            ? text.slice(at, at + length).repeat(1 + random.below(3))
            : kind === 3
              ? String.fromCharCode(random.below(256))
              : '';
    text = kind === 4 ? text.slice(0, at) : text.slice(0, at) + piece + text.slice(at + (kind === 2 ? 0 : length));
  }
  return Buffer.from(text, 'latin1');
};

interface Sent {
  readonly status: number;
  readonly took: number;
}

/** Mutated bodies over kept connections: how often each status came, and what must not have. */
export const fuzzBodies = async (application: HostileApplication, bodies: number, seed: number) => {
  const random = new Random(seed);
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const faults: string[] = [];
  const statuses: Record<number, number> = {};
  let slowest = 0;

  const send = (path: string, type: string, body: Buffer, encoding: string | null): Promise<Sent> =>
    new Promise((resolve, reject) => {
      const headers = {
        'Content-Type': type,
        'Content-Length': body.length,
        ...(encoding === null ? {} : { 'Content-Encoding': encoding }),
      };
      const began = performance.now();
      const req = request(
        { port: application.port, host: '127.0.0.1', agent, method: 'POST', path, headers },
        (res) => {
          res.resume();
          res.on('end', () => resolve({ status: res.statusCode ?? 0, took: performance.now() - began }));
          res.on('error', reject);
        },
      );
      req.on('error', reject);
      req.end(body);
    });

  const one = async (): Promise<void> => {
    const type = random.pick(Object.keys(seeds));
    const plain = mutate(random, random.pick(seeds[type] ?? ['']));
    const encoding = random.chance(0.15) ? 'gzip' : null;
    const body =
      encoding === null ? plain : random.chance(0.5) ? gzipSync(plain) : gzipSync(plain).subarray(0, random.below(30));
    const path = random.pick(targets);
    const what = `${path} ${type} ${JSON.stringify(plain.toString('latin1'))}`;
    try {
      const { status, took } = await send(path, type, body, encoding);
      statuses[status] = (statuses[status] ?? 0) + 1;
      slowest = Math.max(slowest, took);
      if (!taken.has(status)) faults.push(`${status}: ${what}`);
    } catch (error) {
      faults.push(`${String(error)}: ${what}`);
    }
  };

  for (let sent = 0; sent < bodies; sent += 20) await Promise.all(Array.from({ length: 20 }, one));
  agent.destroy();
  const prototypes = [Object.prototype, Array.prototype].flatMap(Object.keys);
  if (prototypes.length > 0) faults.push(`Prototypes have ${prototypes.join()}.`);
  const spooled = await application.leftSpooled();
  if (spooled.length > 0) faults.push(`${spooled.length} temporary files are left.`);
  return { bodies, statuses, slowest, faults };
};
