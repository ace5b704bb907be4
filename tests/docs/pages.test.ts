import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { createEnv } from '@taproot/core/internal';
import type { AnyPlugin } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { corePlugin } from '../../core/src/application/setup.ts';
import { drawPicture } from '../../scripts/docs/draw-picture.mjs';
import { readPage, root } from './support/code-blocks.ts';
import { codeOf, tableRows } from './support/markdown-table.ts';
import { docPages } from './support/pages.ts';

interface Result {
  readonly date: string;
  readonly node: string;
  readonly cpu: string;
  readonly peers: Readonly<Record<string, string>>;
  readonly rows: readonly {
    readonly variant: string;
    readonly value: number;
    readonly ratio: number | null;
    readonly rounds: readonly number[];
  }[];
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

const start = '<!-- figures: made by UPDATE_DOCS=1 npm test -- tests/docs/pages -->';
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

/** Work, the file of its results, what it is beside, and the variants on both drivers. */
const works: readonly (readonly [string, string, string, string, string])[] = [
  ['text', 'hello', 'Koa; Fastify', 'text: Taproot', 'text: Taproot on Fastify'],
  [
    'JSON, 200 routes',
    'hello',
    'Koa with @koa/router; Fastify',
    'JSON, 200 routes: Taproot',
    'JSON, 200 routes: Taproot on Fastify',
  ],
  ['JSON of 1 kB', 'json', 'Fastify', '1 kB: Taproot', '1 kB: Taproot on Fastify'],
  ['JSON of 10 kB', 'json', 'Fastify', '10 kB: Taproot', '10 kB: Taproot on Fastify'],
  ['JSON of 1 MB', 'json', 'Fastify', '1 MB: Taproot', '1 MB: Taproot on Fastify'],
  ['`POST` with CORS, a limit and 10 rules', 'post', 'Fastify with its plugins', 'Taproot', 'Taproot on Fastify'],
  ['one row of PostgreSQL', 'database', 'Fastify with kysely', 'one row: Taproot', 'one row: Taproot on Fastify'],
  ['20 queries', 'database', 'Fastify with kysely', '20 queries: Taproot', '20 queries: Taproot on Fastify'],
  ['a list from PostgreSQL', 'database', 'Fastify with kysely', 'a list: Taproot', 'a list: Taproot on Fastify'],
  ['20 updates', 'database', 'Fastify with kysely', '20 updates: Taproot', '20 updates: Taproot on Fastify'],
  ['bearer token, user from memory', 'auth', '@fastify/jwt', 'Taproot', 'Taproot on Fastify'],
  ['file of 4 kB', 'files', 'koa-static', 'Taproot', 'Taproot on Fastify'],
  ['upload of 100 kB', 'upload', 'koa-body', 'Taproot', 'Taproot on Fastify'],
  ['start of the skeleton', 'boot', 'Koa with one route', 'skeleton, CPU time', 'skeleton on Fastify, CPU time'],
];

const ratioOf = async (file: string, variant: string): Promise<string> =>
  (await readResult(file)).rows.find((row) => row.variant === variant)?.ratio?.toFixed(2) ?? '';

test('docs/performance.md has the figures of bench/results (UPDATE_DOCS=1 writes them again)', async () => {
  const name = 'docs/performance.md';
  const lines = await Promise.all(
    works.map(async ([work, file, beside, koa, fastify]) => {
      const ratios = [await ratioOf(file, koa), await ratioOf(file, fastify)];
      expect(ratios).not.toContain('');
      return `| ${work} | ${ratios.join(' / ')} | ${beside} |`;
    }),
  );
  const ratios = ['| Work | Ratio, koa / fastify | Beside |', '|---|---|---|', ...lines].join('\n');
  const before = await readPage(name);
  const after = before.replace(new RegExp(`${start}[\\s\\S]*${end}`), () => `${start}\n\n${ratios}\n\n${end}`);
  if (process.env['UPDATE_DOCS'] === '1') await writeFile(join(root, name), after);
  expect(await readPage(name)).toBe(after);
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

const folder = 'docs/decisions/';
const index = `${folder}index.md`;
const records = docPages
  .filter((page) => page.startsWith(folder) && page !== index)
  .map((page) => page.slice(folder.length));

describe.each(records)('the record %s', (record) => {
  test('is named by its date, which it repeats beside a status', async () => {
    const [, date = ''] = /^(\d{4}-\d\d-\d\d)-[a-z0-9-]+\.md$/.exec(record) ?? [];
    const page = await readPage(folder + record);
    const [, day, status] = /^\| (\d{4}-\d\d-\d\d) \| (accepted|replaced by \[.+\]\(.+\.md\)) \|$/m.exec(page) ?? [];
    expect({ day, hasStatus: status !== undefined }).toEqual({ day: date, hasStatus: true });
  });

  test('has a context, a decision and consequences', async () => {
    const headings = [...(await readPage(folder + record)).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(['Context', 'Decision', 'Consequences']);
  });
});

test('the index has each record once, with its date and its title', async () => {
  const rows = await Promise.all(
    records.map(async (record) => {
      const [, title = ''] = /^# (.+)$/m.exec(await readPage(folder + record)) ?? [];
      return `| ${record.slice(0, 10)} | [${title}](${record}) |`;
    }),
  );
  const listed = (await readPage(index)).split('\n').filter((line) => /^\| \d/.test(line));
  expect(listed.toSorted()).toEqual(rows.toSorted());
});

/** Pages directly in docs/ that are not guides: a picture of the house, and a list that is made from code. */
const others = new Set(['docs/architecture.md', 'docs/errors.md']);
const guides = docPages.filter((page) => /^docs\/[^/]+\.md$/.test(page) && !others.has(page));

/** The headings of the second level, outside of code. */
const headings = (markdown: string): string[] =>
  [...markdown.replaceAll(/^(`{3,})[\s\S]*?^\1/gm, '').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

const sectionOf = (markdown: string, heading: string): string =>
  markdown.split(`\n## ${heading}\n`)[1]?.split(/\n## /)[0]?.trim() ?? '';

describe.each(guides)('%s', (guide) => {
  test('begins with code, before its first section and on the first screen', async () => {
    const markdown = await readPage(guide);
    const code = markdown.indexOf('\n```');
    const section = markdown.indexOf('\n## ');
    const before = markdown.slice(0, code).split('\n').length;
    expect({ hasCode: code > 0 && (section < 0 || code < section), isEarly: before <= 15 }).toEqual({
      hasCode: true,
      isEarly: true,
    });
  });

  test('ends with pitfalls and where to go next', async () => {
    const markdown = await readPage(guide);
    expect(headings(markdown).slice(-2)).toEqual(['Pitfalls', 'Next']);
    expect(sectionOf(markdown, 'Pitfalls')).toMatch(/^- .+\n- /);
    const next = sectionOf(markdown, 'Next').split('\n');
    expect(next.filter((line) => !/^- .*\]\([^)]+\)/.test(line))).toEqual([]);
    expect(next.length).toBeGreaterThan(1);
  });
});

const folderOfLong = join(import.meta.dirname, '..', 'long');
const scripts = readdirSync(folderOfLong)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.replace('.ts', ''));
const rows = readFileSync(join(folderOfLong, 'README.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.replaceAll('\\|', ' ').split('|'))
  .map(([, name = '', figure = '', , , measured = '']) => ({
    name: name.replaceAll('`', '').trim(),
    figure: figure.trim(),
    measured,
  }));

test('the table of long tests has a row for each script, and a script for each row', () => {
  expect(scripts.length).toBeGreaterThan(25);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(scripts.toSorted());
});

test('the table has every figure that was asked for, in order', () => {
  const figures = Array.from({ length: 25 }, (_, i) => `R-${String(i + 1).padStart(2, '0')}`);
  expect(rows.map(({ figure }) => figure).filter((figure) => figure !== '')).toEqual(figures);
});

test.each(rows)('$name says what was measured', ({ measured }) => {
  expect(measured).toMatch(/\d/);
});

const folderOfPictures = join(root, 'docs', 'pictures');
const sources = readdirSync(folderOfPictures).filter((file) => file.endsWith('.json'));
const read = (file: string): string => readFileSync(join(folderOfPictures, file), 'utf8');

describe.each(sources)('the picture %s', (file) => {
  test('is drawn from its source: node scripts/docs/pictures.mjs', () => {
    expect(read(file.replace('.json', '.svg'))).toBe(drawPicture(JSON.parse(read(file))));
  });

  test('is shown on a page, with a text in place of it', async () => {
    const pages = await Promise.all(docPages.map(readPage));
    const shown = new RegExp(`!\\[[^\\]]{20,}\\]\\([./]*pictures/${file.replace('.json', '\\.svg')}\\)`);
    expect(pages.some((page) => shown.test(page))).toBe(true);
  });
});

test('arrows lead from box to box, and every box has room', () => {
  const svg = drawPicture({
    title: 'A & B',
    text: 'A leads to B.',
    boxes: [
      { label: 'A', at: [0, 0] },
      { label: 'B', at: [1, 1] },
    ],
    arrows: [{ from: 'A', to: 'B' }],
  });
  expect(svg).toContain('<title id="title">A &amp; B</title>');
  expect(svg).toContain('d="M196 56H228V156H260"');
  expect(svg).toContain('viewBox="0 0 456 212"');
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the plugins declare, under no environment. */
const defaults = (): Record<string, unknown> => {
  const plugins: readonly AnyPlugin[] = [corePlugin, routing(), cors(), throttle(), lang(), validation()];
  const files = plugins.flatMap(({ config = {} }) => Object.entries<unknown>(config));
  const env = createEnv({});
  return Object.fromEntries(
    files.map(([file, declared]) => [
      file,
      typeof declared === 'function' ? (declared as (from: typeof env) => unknown)(env) : declared,
    ]),
  );
};

const valueAt = (path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), defaults());

/** Every number in a file, by its path. */
const numbers = (path: string, value: unknown): string[] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([key, inner]) => numbers(`${path}.${key}`, inner))
    : typeof value === 'number'
      ? [path]
      : [];

const rowsOfSecurity = tableRows(await readPage('SECURITY.md'), 'Key').map(([key = '', value = '']) => ({
  key: codeOf(key).join(),
  shown: JSON.parse(codeOf(value).join()) as unknown,
}));

test.each(rowsOfSecurity)('SECURITY.md tells the true default of $key', ({ key, shown }) => {
  expect(shown).toEqual(valueAt(key));
});

test('SECURITY.md leaves out no number that bounds a request', () => {
  const shown = new Set(rowsOfSecurity.map(({ key }) => key));
  const bounds = ['http', 'throttle', 'validation', 'lang'].flatMap((file) => numbers(file, defaults()[file]));
  // A port bounds nothing.
  expect(bounds.filter((path) => !shown.has(path) && path !== 'http.port')).toEqual([]);
});

test('every page that SECURITY.md leads to is there', async () => {
  const pages = [...(await readPage('SECURITY.md')).matchAll(/\]\(([^)]+)\)/g)].map(([, page = '']) => page);
  expect(pages.length).toBeGreaterThan(0);
  for (const page of pages) expect((await readPage(page)).length).toBeGreaterThan(0);
});
