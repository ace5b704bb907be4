import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { type Application, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { otel } from '@taproot/otel';
import { routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { telemetry } from '../../create-taproot/with/otel/app/plugins/telemetry.ts';
import { telemetry as settings } from '../../create-taproot/with/otel/config/telemetry.ts';
import { Receiver } from '../otel/support/receiver.ts';
import { make, path, root, text, tree } from './support.ts';

const dependencies = (folder: string): Record<string, string> =>
  (JSON.parse(text(folder, 'package.json')) as { dependencies: Record<string, string> }).dependencies;

test.each([
  ['demo', 'auth'],
  ['api', 'none'],
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
