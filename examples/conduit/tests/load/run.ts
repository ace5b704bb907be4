// `npm run load -- [seconds] [database url]`: runs a mixed scenario at full speed against a server
// process of its own, and then checks that the data is consistent.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const seconds = Number(process.argv[2] ?? 60);
const file = join(tmpdir(), `conduit-load-${process.pid}.sqlite`);
const url = process.argv[3] ?? `sqlite:${file}`;
const users = 32;

const env = { ...process.env, PORT: '0', APP_KEY: randomBytes(32).toString('base64'), DATABASE_URL: url };
const server = spawn(process.execPath, ['-C', 'source', '--import', 'tsx', 'main.ts'], {
  cwd: join(import.meta.dirname, '../..'),
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line = '']: string[] = await once(createInterface(server.stdout), 'line');
const origin = line.slice(line.indexOf('http://'));
const agent = new Agent({ keepAlive: true, maxSockets: users });

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

const times: number[] = [];
const statuses = new Map<number, number>();

const ask = async <Body>(method: string, path: string, token: string, body?: object): Promise<Answer<Body>> => {
  const started = performance.now();
  const sent = request(`${origin}/api${path}`, {
    method,
    agent,
    headers: {
      ...(token === '' ? {} : { Authorization: `Token ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  const chunks: Buffer[] = await response.toArray();
  times.push(performance.now() - started);
  const status = response.statusCode ?? 0;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const text = Buffer.concat(chunks).toString();
  return { status, body: text === '' ? null : JSON.parse(text) };
};

const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)];

const slugs: string[] = [];
const favorites = Array.from({ length: users }, () => new Set<string>());

/** One user, who reads three times for each write. */
const work = async (token: string, own: Set<string>, until: number): Promise<void> => {
  while (performance.now() < until) {
    const slug = pick(slugs);
    const dice = Math.random();
    if (slug === undefined || dice < 0.05) {
      const article = {
        title: `Load ${randomBytes(4).toString('hex')}`,
        description: 'd',
        body: 'b'.repeat(1000),
        tagList: ['load', `t${Math.floor(dice * 200)}`],
      };
      const { body } = await ask<{ article: { slug: string } }>('POST', '/articles', token, { article });
      slugs.push(body.article.slug);
    } else if (dice < 0.15) {
      const keep = Math.random() < 0.6;
      await ask(keep ? 'POST' : 'DELETE', `/articles/${slug}/favorite`, token);
      if (keep) own.add(slug);
      else own.delete(slug);
    } else if (dice < 0.2) await ask('POST', `/articles/${slug}/comments`, token, { comment: { body: 'Well said' } });
    else if (dice < 0.25) await ask('PUT', `/articles/${slug}`, token, { article: { body: 'Changed' } });
    else if (dice < 0.5) await ask('GET', '/articles?limit=20', token);
    else if (dice < 0.6) await ask('GET', '/articles/feed', token);
    else if (dice < 0.9) await ask('GET', `/articles/${slug}`, token);
    else await ask('GET', '/tags', '');
  }
};

const tokens = await Promise.all(
  favorites.map(async (_, index) => {
    const user = {
      username: `load${index}-${process.pid}`,
      email: `load${index}-${process.pid}@example.com`,
      password: 'a password',
    };
    const { body } = await ask<{ user: { token: string } }>('POST', '/users', '', { user });
    return body.user.token;
  }),
);
for (const [index, token] of tokens.entries())
  await ask('POST', `/profiles/load${(index + 1) % users}-${process.pid}/follow`, token);
times.length = 0;
const began = performance.now();
await Promise.all(tokens.map((token, index) => work(token, favorites[index] ?? new Set(), began + seconds * 1000)));
const took = (performance.now() - began) / 1000;
const sorted = times.toSorted((a, b) => a - b);
const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
console.log(
  `${url.split(':')[0]}: ${sorted.length} requests in ${took.toFixed(1)} s, ${Math.round(sorted.length / took)}/s`,
);
console.log(
  `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(0.999999)} ms; statuses ${JSON.stringify([...statuses])}`,
);

let wrong = 0;
for (const slug of slugs) {
  const { body } = await ask<{ article: { favoritesCount: number } }>('GET', `/articles/${slug}`, '');
  const { favoritesCount } = body.article;
  if (favoritesCount !== favorites.filter((own) => own.has(slug)).length) wrong++;
}
const failed = [...statuses].filter(([status]) => status >= 500).reduce((sum, [, count]) => sum + count, 0);
console.log(`${slugs.length} articles, favorite counts that differ from what was asked for: ${wrong}; 5xx: ${failed}`);
agent.destroy();
server.kill('SIGTERM');
await once(server, 'exit');
rmSync(file, { force: true });
process.exitCode = wrong + failed === 0 ? 0 : 1;
