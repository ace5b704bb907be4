import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { type Application, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { otel } from '@taproot/otel';
import { routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { drivers, starters } from '../../create-taproot/src/choices.ts';
import { parts, withRequired } from '../../create-taproot/src/parts.ts';
import { telemetry } from '../../create-taproot/with/otel/app/plugins/telemetry.ts';
import { telemetry as settings } from '../../create-taproot/with/otel/config/telemetry.ts';
import { parts as templateParts } from '../../scripts/template/parts.mjs';
import { Receiver } from '../otel/support/receiver.ts';
import { packageTypes } from '../support/package-types.ts';
import { make, path, root, run, template, text, tree } from './support.ts';

const partLists = ['none', ...parts.map(({ name }) => withRequired([name]).join(','))];
// Accounts need both parts.
const listsOf = (starter: (typeof starters)[number]): string[] => (starter === 'web' ? ['database,auth'] : partLists);
const applications = starters.flatMap((starter) => listsOf(starter).map((list) => ({ starter, list })));

const checked = applications.flatMap((application, index) =>
  drivers.map((driver, at) => ({ ...application, driver, otel: (index + at) % 2 === 0 })),
);

/** Only `npm run test:long -- starters` checks everything that can be chosen; scripts/check-packages.mjs checks the extremes. */
const checksEach = process.env.TAPROOT_PAIRS === 'all';

/** Makes an application whose packages are those of this repository. */
const makeLinked = async (flags: readonly string[]): Promise<void> => {
  expect((await make('blog', ...flags)).code).toBe(0);
  symlinkSync(join(root, 'node_modules'), path('blog', 'node_modules'), 'dir');
};

const bin = (name: string): string => join(root, 'node_modules', ...name.split('/'));

const describeApplication = ({ starter, list, driver, otel }: (typeof checked)[number]): void => {
  const flags = ['--starter', starter, '--parts', list, '--driver', driver, otel ? '--otel' : '--no-otel'];

  test('it is formatted, lints and compiles', async () => {
    await makeLinked(flags);
    const blog = path('blog');
    expect(await run(blog, bin('@biomejs/biome/bin/biome'), 'check', '.')).toMatchObject({ code: 0 });
    // The declarations of the packages as their sources are now, not as they were built.
    const tsconfig = JSON.parse(text('blog', 'tsconfig.json')) as { compilerOptions: object };
    const compilerOptions = { ...tsconfig.compilerOptions, paths: await packageTypes() };
    writeFileSync(path('blog', 'tsconfig.json'), JSON.stringify({ ...tsconfig, compilerOptions }));
    expect(await run(blog, bin('typescript/bin/tsc'))).toEqual({ code: 0, output: '' });
    const lint = await run(blog, bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings');
    expect(lint).toEqual({ code: 0, output: expect.stringContaining('Found 0 warnings and 0 errors') });
  }, 60_000);

  test('its tests pass', async () => {
    await makeLinked(flags);
    const { code, output } = await run(path('blog'), '--experimental-vm-modules', bin('jest/bin/jest.js'), '--ci');
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/Tests: +\d+ passed, \d+ total/) });
  }, 120_000);
};

if (checksEach) describe.each(checked)('$starter with $list on $driver, otel: $otel', describeApplication);

/** What speaks of a part. `post` alone is a method of HTTP. */
const words: Readonly<Record<string, RegExp>> = {
  auth: /@taproot\/auth|facades\.(?:Auth|Gate|Hash)|middleware\.auth|\b(?:log-?in|logout|(?<!security-)polic(?:y|ies)|jwt)\b/i,
  database: /@taproot\/database|facades\.DB|migrat|sqlite|\bdatabase/i,
  posts: /facades\.Posts|\bposts\b|attachment|slug/i,
};

test('each part has words to look for, and the skeleton has all of them', async () => {
  expect(Object.keys(words).toSorted()).toEqual(templateParts.map(({ name }) => name).toSorted());
  await make('blog');
  const all = Object.values(tree(path('blog'))).join('\n');
  for (const word of Object.values(words)) expect(all).toMatch(word);
});

test('create-taproot and its template agree on the parts', () => {
  const offered = parts.map(({ name, requires, packages }) => ({ name, requires, packages }));
  const made = templateParts.map(({ name, requires, packages }) => ({ name, requires, packages }));
  expect(made.filter(({ name }) => name !== 'posts')).toEqual(offered);
});

test('everything that leaves with a part is in the skeleton', () => {
  const files = Object.keys(tree(join(template, 'files')));
  for (const { files: owned } of templateParts)
    for (const one of owned)
      expect(files.filter((file) => file === one || (one.endsWith('/') && file.startsWith(one)))).not.toEqual([]);
});

describe.each(applications)('nothing is left behind in $starter with $list', ({ starter, list }) => {
  let files: Readonly<Record<string, string>> | null = null;
  /** Made by the first test that asks; the others only read it. */
  const made = async (): Promise<Readonly<Record<string, string>>> => {
    if (files === null) {
      await make('blog', '--starter', starter, '--parts', list);
      files = tree(path('blog'));
    }
    return files;
  };
  const sourcesOf = (files: Readonly<Record<string, string>>) =>
    Object.entries(files).filter(([file]) => file.endsWith('.ts'));

  test('no word of a part that is absent', async () => {
    const present = new Set([...list.split(','), ...(starter === 'demo' ? ['posts'] : [])]);
    // Messages of lang/ are those of the framework; package.json is compared elsewhere.
    const texts = Object.entries(await made()).filter(([file]) => !/^(?:lang\/|package\.json|\.gitignore)/.test(file));
    const found = Object.entries(words)
      .filter(([part]) => !present.has(part))
      .flatMap(([, word]) => texts.flatMap(([file, content]) => (word.test(content) ? [`${file}: ${word}`] : [])));
    expect(found).toEqual([]);
  });

  test('every source is imported, and every export', async () => {
    const sources = sourcesOf(await made());
    const imports = new Set(
      sources.flatMap(([file, content]) =>
        [...content.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map(([, source = '']) => join(file, '..', source)),
      ),
    );
    const own = sources.filter(([file]) => /^(?:app|bootstrap|config|routes)\//.test(file));
    expect(own.map(([file]) => file).filter((file) => !imports.has(file))).toEqual([]);

    const idle = own.flatMap(([file, content]) =>
      [...content.matchAll(/^export (?:abstract )?(?:const|class|function|interface|type) (\w+)/gm)]
        .map(([, name = '']) => name)
        .filter((name) => !sources.some(([other, text]) => other !== file && new RegExp(`\\b${name}\\b`).test(text)))
        .filter((name) => content.split(new RegExp(`\\b${name}\\b`)).length < 3)
        .map((name) => `${file}: ${name}`),
    );
    expect(idle).toEqual([]);
  });

  test('every package of the framework that it depends on is imported', async () => {
    const files = await made();
    const { dependencies, devDependencies } = JSON.parse(files['package.json'] ?? '') as Record<string, object>;
    const named = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.startsWith('@taproot/'));
    const imported = new Set(
      sourcesOf(files).flatMap(([, content]) =>
        [...content.matchAll(/(?:from |import\()'(@taproot\/\w+)/g)].map(([, name]) => name),
      ),
    );
    // Imported by the types of routes in api/, which a new application has written.
    if (starter !== 'web') imported.add('@taproot/client');
    // The console finds it, and no file of an application names it.
    expect(imported.add('@taproot/dev')).toEqual(new Set(named));
  });

  test('every file that README.md and the comments name is there', async () => {
    const files = await made();
    const there = (name: string): boolean =>
      Object.keys(files).some((file) => (name.endsWith('/') ? file.startsWith(name) : file === name));
    const named = Object.entries(files)
      .filter(([file]) => /\.(?:md|ts|html)$|^\.env/.test(file))
      .flatMap(([, content]) => [
        ...content.matchAll(
          /(?<=[`\s>])(?:app|assets|bootstrap|config|database|lang|public|routes|tests|views)\/[\w./-]*[\w/]/g,
        ),
      ])
      .map(([name]) => name);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !there(name))).toEqual([]);
  });

  test('the image is checked by a route that is there', async () => {
    const files = await made();
    const [, asked = ''] = /HEALTHCHECK[^]*?PORT\}([^`]*)`/.exec(files.Dockerfile ?? '') ?? [];
    expect(asked).toBe('/health/live');
    expect(files['bootstrap/plugins.ts']).toContain('  health(),');
    expect(files['tests/health.test.ts']).toContain(`.get('${asked}')`);
  });
});

const dependencies = (folder: string): Record<string, string> =>
  (JSON.parse(text(folder, 'package.json')) as { dependencies: Record<string, string> }).dependencies;

test.each([
  ['demo', 'auth'],
  ['api', 'none'],
  ['web', 'database,auth'],
])('--otel adds plugin, settings, variables and a row to %s with %s', async (starter, parts) => {
  expect(await make('blog', '--starter', starter, '--parts', parts, '--otel')).toMatchObject({ code: 0, stderr: '' });
  const plugins = text('blog', 'bootstrap', 'plugins.ts');
  expect(plugins).toMatch(/^ {2}telemetry\(\),\n {2}otel\(\),$/m);
  for (const source of ['@taproot/otel', '../app/plugins/telemetry.ts']) expect(plugins).toContain(`'${source}';\n`);
  expect(text('blog', 'bootstrap', 'config.ts')).toMatch(/^ {2}redis,\n {2}telemetry,$/m);
  for (const file of ['.env', '.env.example'])
    expect(text('blog', file)).toMatch(/^# OTEL_EXPORTER_OTLP_ENDPOINT=http:/m);
  const rows = text('blog', 'README.md').match(/^\| `config\/.*$/gm) ?? [];
  expect(rows.map((row) => row.split('`')[1])).toEqual(['config/telemetry.ts', 'config/']);
  expect(new Set(rows.map((row) => row.length)).size).toBe(1);

  const versions = dependencies('blog');
  expect(Object.keys(versions)).toEqual(Object.keys(versions).toSorted());
  expect(versions['@taproot/otel']).toBe(versions['@taproot/core']);
  const plugin = JSON.parse(readFileSync(join(root, 'plugins/otel/package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const added = Object.entries(versions).filter(([name]) => name.startsWith('@opentelemetry/'));
  // The versions that the plugin is tested with.
  expect(Object.fromEntries(added)).toEqual(plugin.devDependencies);
  const source = text('blog', 'app', 'plugins', 'telemetry.ts');
  for (const [name] of added) expect(source).toContain(`from '${name}';`);
});

test('without it nothing of it is there', async () => {
  await make('one');
  await make('two', '--no-otel');
  for (const folder of ['one', 'two'])
    expect(Object.values(tree(path(folder))).join('\n')).not.toMatch(/telemetry|otel\b/i);
});

let app: Application | undefined;
let receiver: Receiver | undefined;
let reports: string[];

afterEach(async () => {
  await app?.close();
  receiver?.close();
  for (const api of [trace, metrics, context, propagation]) api.disable();
});

const boot = async (env: Record<string, string>): Promise<Application> => {
  reports = [];
  const witness = definePlugin({
    name: 'witness',
    apply: ({ hooks }) => hooks.report.tap('witness', (_error, { where }) => void reports.push(where)),
  });
  app = await setup(null, { basePath: path(), env: { APP_KEY: 'k'.repeat(43), ...env } })
    .withPlugins([routing(), telemetry(), otel(), witness])
    .withConfig({ app: { name: 'blog' }, telemetry: settings })
    .withRouting((route) => {
      route.get('/posts/{id}', () => ({}));
    })
    .create();
  await http(app).get('/posts/7').assertOk();
  return app;
};

test.each(['', '/'])(
  'closing sends the last spans and metrics to the collector, whose address ends with "%s"',
  async (end) => {
    receiver = new Receiver();
    const endpoint = await receiver.open();
    const running = await boot({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}${end}`, APP_ENV: 'production' });
    await running.close();
    expect(receiver.spans.map(({ name }) => name)).toContain('GET /posts/{id}');
    expect(receiver.metrics.map(({ name }) => name)).toContain('http.server.request.duration');
    expect(receiver.text).toContain('{"key":"service.name","value":{"stringValue":"blog"}}');
  },
);

test('a collector that is down is reported, and harms nothing', async () => {
  receiver = new Receiver();
  const endpoint = await receiver.open();
  receiver.answer = (_req, res) => void res.writeHead(400).end();
  const running = await boot({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, APP_ENV: 'production' });
  expect(await running.close()).toEqual([]);
  expect(new Set(reports)).toEqual(new Set(['telemetry']));
});

test.each([{}, { APP_ENV: 'testing', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }])(
  'with %j no provider is registered',
  async (env) => {
    await boot(env);
    expect(trace.getTracer('test').startSpan('one').isRecording()).toBe(false);
  },
);
