import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Extra, extraNames, extras, isExtra, offeredTo, packagesOf } from '../../create-taproot/src/extras.ts';
import { queueTables } from '../../plugins/queue/src/tables.ts';
import { scheduleTables } from '../../plugins/schedule/src/tables.ts';
import { webhookTables } from '../../plugins/webhooks/src/tables.ts';
import { make, path, root, run, text, tree } from './support.ts';

const all = extraNames.join(',');

const dependencies = (folder: string): string[] =>
  Object.keys((JSON.parse(text(folder, 'package.json')) as { dependencies: object }).dependencies);

const starters = [
  ['demo', 'auth'],
  ['api', 'none'],
  ['api', 'database'],
  ['web', 'auth'],
] as const;

test.each(starters)('each package brings its plugin and its line to %s with %s', async (starter, parts) => {
  for (const name of offeredTo(starter)) {
    const folder = `${name}-app`;
    const flags = ['--starter', starter, '--parts', parts, '--with', name];
    expect(await make(folder, ...flags)).toMatchObject({ code: 0, stderr: '' });
    const plugins = text(folder, 'bootstrap', 'plugins.ts');
    const extra: Extra = extras[name];
    for (const [source, plugin] of Object.entries(extra.plugins)) {
      // Once, also if the starter has it.
      expect(plugins.split(`import { ${plugin} } from '@taproot/${source}';\n`)).toHaveLength(2);
      expect(plugins.match(new RegExp(`^  ${plugin}\\(\\),$`, 'gm'))).toHaveLength(1);
    }
    const sources = [...plugins.matchAll(/ from '(@taproot\/\w+)';$/gm)].map(([, source = '']) => source);
    expect(sources).toEqual(sources.toSorted());
    expect(dependencies(folder)).toEqual(expect.arrayContaining(packagesOf([name])));
    expect(dependencies(folder)).toEqual(dependencies(folder).toSorted());
    expect(text(folder, 'README.md').endsWith(`\n\n## Also in it\n\n- ${extra.line}\n`)).toBe(true);
  }
});

test('without --with nothing of it is there', async () => {
  await make('one');
  await make('two', '--with', 'none');
  expect(tree(path('two'))).toEqual({
    ...tree(path('one')),
    ...Object.fromEntries(
      ['.env', 'package.json', 'README.md', '.env.example'].map((file) => [file, text('two', file)]),
    ),
  });
  for (const folder of ['one', 'two']) {
    expect(dependencies(folder).filter((name) => packagesOf(extraNames).includes(name))).toEqual([]);
    expect(text(folder, 'README.md')).not.toContain('Also in it');
  }
});

const filesOf = (folder: string): string[] => Object.keys(tree(path(folder)));

test('what has tables in the database brings its migrations there, and no others', async () => {
  const migrations = (folder: string): string[] =>
    filesOf(folder).filter((file) => /^database\/migrations\/.*_(?:queue|schedule|webhook)_/.test(file));
  await make('one', '--with', 'schedule,webhooks', '--parts', 'none');
  expect(migrations('one')).toEqual([]);
  await make('two', '--with', 'schedule,webhooks,cache,session', '--parts', 'database');
  expect(migrations('two')).toHaveLength(2);
  // Its jobs wait in the database.
  await make('three', '--with', 'queue', '--parts', 'none', '--starter', 'api');
  expect(migrations('three')).toHaveLength(1);
  expect(dependencies('three')).toContain('@taproot/database');
  expect(dependencies('three')).not.toContain('@taproot/auth');
});

test.each([
  ['queue', queueTables],
  ['schedule', scheduleTables],
  ['webhooks', webhookTables],
])('the migration of %s has the statements of its command', async (name, { up, down }) => {
  await make('blog', '--with', name);
  const file = filesOf('blog').find((one) => one.includes(`_create_${name.replace(/s$/, '')}_`)) ?? '';
  const source = text('blog', file);
  for (const statement of [...up, ...down]) expect(source).toContain(statement);
  expect(source.match(/create (?:unique )?(?:table|index)/g)).toHaveLength(up.length);
  // No two migrations have one number: they would run in the order of their names.
  const numbers = readdirSync(path('blog', 'database', 'migrations')).map((one) => one.split('_')[0]);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('the schedule is a step of the builder', async () => {
  await make('blog', '--with', 'schedule');
  expect(text('blog', 'bootstrap', 'app.ts')).toMatch(/^ {4}\.withSchedule\(entries\)\n {4}\.create\(\);$/m);
  expect(text('blog', 'bootstrap', 'app.ts')).toContain("import { entries } from './schedule.ts';\n");
  await make('other', '--with', 'mail');
  expect(filesOf('other')).not.toContain('bootstrap/schedule.ts');
  expect(text('other', 'bootstrap', 'app.ts')).not.toContain('chedule');
});

test.each([['database'], ['none']])(
  'without REDIS_URL nothing that is added needs Redis: with the parts %s',
  async (parts) => {
    await make('blog', '--starter', 'api', '--parts', parts, '--with', 'schedule,cache,mail,storage');
    symlinkSync(join(root, 'node_modules'), path('blog', 'node_modules'), 'dir');
    writeFileSync(
      path('blog', 'probe.ts'),
      `import { hasRedis } from '@taproot/core/internal';
import { boot } from './bootstrap/app.ts';
for (const env of [{}, { REDIS_URL: 'redis://127.0.0.1:1' }, { REDIS_URL: 'redis://127.0.0.1:1', APP_ENV: 'testing' }]) {
  const app = await boot({ env: { APP_ENV: 'development', REDIS_URL: '', ...env } });
  const { schedule, cache, mail, storage } = app.config;
  const shown = [mail.from, hasRedis(app, null), schedule.store, cache.locks, storage.default, storage.disks.local.url];
  console.log(JSON.stringify(shown));
  await app.close();
}
`,
    );
    const { code, output } = await run(path('blog'), '-C', 'source', '--import', 'tsx', 'probe.ts');
    const found = output.split('\n').filter((line) => line.startsWith('["'));
    expect({ code, output, found }).toEqual({
      code: 0,
      output,
      found: [
        '["app@example.com",false,null,null,"local","/files"]',
        '["app@example.com",true,null,null,"local","/files"]',
        '["app@example.com",false,"memory",null,"memory","/files"]',
      ],
    });
  },
  60_000,
);

test('every page that a line names is there', () => {
  const pages = readdirSync(join(root, 'docs'));
  const named = Object.values(extras).map(({ line }) => /`docs\/([^`]+)`/.exec(line)?.[1]);
  expect(named.filter((page) => page === undefined || !pages.includes(page))).toEqual([]);
});

test('a package that is none is refused with those that are', async () => {
  const { code, stderr } = await make('blog', '--with', 'queue,redis');
  expect(code).toBe(1);
  expect(stderr).toContain(`There is no package to add "redis". Use some of ${extraNames.join(', ')}, or none.`);
  expect(filesOf('blog')).toEqual([]);
  expect(['toString', '', 'QUEUE'].filter(isExtra)).toEqual([]);
});

const bin = (name: string): string => join(root, 'node_modules', ...name.split('/'));

describe.each(starters)('%s with %s and all of them', (starter, parts) => {
  test('is formatted and boots: its console lists what was added', async () => {
    await make('blog', '--starter', starter, '--parts', parts, '--with', all, '--otel');
    symlinkSync(join(root, 'node_modules'), path('blog', 'node_modules'), 'dir');
    const blog = path('blog');
    const formatted = await run(blog, bin('@biomejs/biome/bin/biome'), 'check', '.');
    expect(formatted).toEqual({ code: 0, output: expect.any(String) });
    const { code, output } = await run(blog, bin('@taproot/console/bin/taproot.js'), 'list');
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('queue:work') });
    for (const command of ['schedule:list', 'event:list', 'webhook:table', 'cache:clear', 'session:table'])
      expect(output).toContain(command);
  }, 60_000);
});
