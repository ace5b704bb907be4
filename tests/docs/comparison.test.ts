import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readPage, root } from './support/code-blocks.ts';

interface Result {
  readonly date: string;
  readonly node: string;
  readonly cpu: string;
  readonly peers: Readonly<Record<string, string>>;
  readonly rows: readonly { readonly variant: string; readonly value: number; readonly rounds: readonly number[] }[];
}

/** The packages whose versions say what a server of the bench was. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'Taproot on Fastify': ['fastify'],
  Fastify: ['fastify'],
  Koa: ['koa'],
  'Koa + @koa/router': ['koa', '@koa/router'],
  Express: ['express'],
  Hono: ['hono'],
  'NestJS on Fastify': ['@nestjs/core', 'fastify'],
  AdonisJS: ['@adonisjs/core'],
};

const readResult = async (name: string): Promise<Result> =>
  JSON.parse(await readPage(`bench/results/${name}.json`)) as Result;

/** As bench/README.md writes figures: three significant digits. */
const figure = (value: number): string => Number(value.toPrecision(3)).toLocaleString('en');

const table = ({ peers, rows }: Result, prefix: string): string =>
  [
    '| Server | Versions | Median, us | Rounds |',
    '|---|---|---|---|',
    ...rows
      .filter(({ variant }) => variant.startsWith(prefix))
      .map(({ variant, value, rounds }) => {
        const server = variant.slice(prefix.length);
        const versions = (packages[server] ?? []).map((name) => `${name} ${peers[name] ?? ''}`).join(', ');
        const spread = `${figure(Math.min(...rounds))} to ${figure(Math.max(...rounds))}`;
        return `| ${server} | ${versions} | ${figure(value)} | ${spread} |`;
      }),
  ].join('\n');

const start = '<!-- figures: made by UPDATE_DOCS=1 npm test -- tests/docs/comparison -->';
const end = '<!-- end of figures -->';
const hello = await readResult('hello');
const post = await readResult('post');
const figures = [
  `Taken on ${post.date.slice(0, 10)} with Node ${post.node.slice(1)} on ${post.cpu.replace('2 x', 'two cores of')}, by the code of that day.`,
  '',
  '`GET` of JSON, the last of 200 routes:',
  '',
  table(hello, 'JSON, 200 routes: '),
  '',
  '`POST` of 400 bytes of JSON with CORS, a rate limit in memory and 10 rules for 8 fields:',
  '',
  table(post, ''),
].join('\n');
const page = await readPage('docs/project/comparison.md');
const made = page.replace(new RegExp(`${start}[\\s\\S]*${end}`), () => `${start}\n\n${figures}\n\n${end}`);

if (process.env['UPDATE_DOCS'] === '1') await writeFile(join(root, 'docs', 'project', 'comparison.md'), made);

test('docs/project/comparison.md has the figures of bench/results (UPDATE_DOCS=1 writes them again)', async () => {
  expect(page).toContain(start);
  expect(await readPage('docs/project/comparison.md')).toBe(made);
});

test('the README has the figures of bench/results', async () => {
  const figuresOf = (server: string): string => {
    const { value = Number.NaN, rounds = [] } =
      hello.rows.find(({ variant }) => variant === `JSON, 200 routes: ${server}`) ?? {};
    return `${figure(value)} us (${figure(Math.min(...rounds))} to ${figure(Math.max(...rounds))})`;
  };
  const readme = await readPage('README.md');
  for (const server of ['Taproot', 'Fastify', 'Koa + @koa/router']) expect(readme).toContain(figuresOf(server));
});
