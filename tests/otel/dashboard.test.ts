import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { otel } from '@taproot/otel';
import { routing } from '@taproot/routing';
import { Receiver } from './support/receiver.ts';
import { register } from './support/telemetry.ts';

interface Dashboard {
  readonly templating: { readonly list: readonly { readonly query: string }[] };
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
  }[];
}

const file = join(import.meta.dirname, '..', '..', 'docs', 'dashboards', 'taproot.json');
const { panels, templating } = JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
const targets = panels.flatMap((panel) => panel.targets);
const expressions = [...targets.map(({ expr }) => expr), ...templating.list.map(({ query }) => query)];

/** Names of Prometheus: dots become underscores, a unit its plain name. */
const units: Readonly<Record<string, string>> = { s: '_seconds' };
const plain = (name: string): string => name.replaceAll('.', '_');

/** Labels that Prometheus adds: `service.name` is the job, and each bucket has its bound. */
const added = ['job', 'le'];

const receiver = new Receiver();
let telemetry: ReturnType<typeof register>;

beforeAll(async () => {
  telemetry = register(await receiver.open());
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), otel()])
    .withConfig({ http: { port: 0 } })
    .withRouting((route) => {
      route.get('/', () => ({}));
      route.get('/fails', (ctx) => ctx.response().string(500, ''));
    })
    .create();
  await app.open();
  for (const path of ['/', '/fails', '/nowhere'])
    await (await fetch(`${app.facades.Http().address?.url}${path}`, { headers: { connection: 'close' } })).text();
  await telemetry.flush();
  await app.close();
});

afterAll(async () => {
  await telemetry.end();
  receiver.close();
});

const exported = () => {
  const metrics = new Set<string>();
  const labels = new Set(added);
  for (const { name, unit, points } of receiver.metrics) {
    const full = plain(name) + (units[unit] ?? '');
    const isHistogram = points.some(({ count }) => count !== undefined);
    for (const suffix of isHistogram ? ['_bucket', '_count', '_sum'] : ['']) metrics.add(full + suffix);
    for (const { attributes } of points) for (const label of Object.keys(attributes)) labels.add(plain(label));
  }
  return { metrics, labels };
};

/** The metrics and labels that an expression of PromQL names. */
const named = (expression: string) => {
  const bare = expression.replaceAll(/"[^"]*"/g, '""');
  const by = [...bare.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
  const matched = [...bare.matchAll(/(\w+)\s*(?:=~|!=|!~|=)/g)].map(([, label = '']) => label);
  const values = [...bare.matchAll(/label_values\(.*, (\w+)\)$/g)].map(([, label = '']) => label);
  return {
    metrics: bare.match(/\b(?:http|nodejs)_\w+(?=[{[])|(?<=label_values\()\w+/g) ?? [],
    labels: [...by, ...matched, ...values],
  };
};

test('every metric and label of the dashboard is exported', () => {
  const { metrics, labels } = exported();
  const used = expressions.map(named);
  expect(used.flatMap((one) => one.metrics).filter((name) => !metrics.has(name))).toEqual([]);
  expect(used.flatMap((one) => one.labels).filter((name) => !labels.has(name))).toEqual([]);
  const legends = targets.flatMap(({ legendFormat }) => [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)]);
  expect(legends.map(([, label = '']) => label).filter((label) => !labels.has(label))).toEqual([]);
});

test('each panel asks for a metric, and every metric that is exported is shown', () => {
  for (const { title, targets: own } of panels)
    expect([title, own.every(({ expr }) => named(expr).metrics.length > 0)]).toEqual([title, true]);
  const shown = new Set(expressions.flatMap((expression) => named(expression).metrics));
  expect([...exported().metrics].filter((name) => !shown.has(name))).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

test('the delay of the event loop is in seconds, and no more than the test took', () => {
  const delay = receiver.metrics.find(({ name }) => name === 'nodejs.eventloop.delay.max');
  expect(delay).toMatchObject({ unit: 's' });
});
