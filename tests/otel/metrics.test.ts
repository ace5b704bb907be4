import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { broadcast, channel } from '@taproot/broadcast';
import { cache } from '@taproot/cache';
import { type Application, setup } from '@taproot/core';
import { definePlugin, Stage } from '@taproot/core/plugin';
import { database, sql } from '@taproot/database';
import { health } from '@taproot/health';
import { otel } from '@taproot/otel';
import { type RootRouter, routing } from '@taproot/routing';
import { limit, throttle } from '@taproot/throttle';
import { Receiver } from './support/receiver.ts';
import { register } from './support/telemetry.ts';

describe('metrics', () => {
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

  let app: Application;
  const rooms = channel('rooms');
  const watcher = new AbortController();

  const services = definePlugin({
    name: 'services',
    after: ['routing', 'throttle', 'database', 'broadcast'],
    waits: () => ({ printer: () => 0.05 }),
    apply(owner) {
      const { facades, middleware, hooks } = owner;
      hooks.report.tap('services', () => undefined);
      facades.RateLimiter().for('api', () => limit.perMinute(1));
      hooks.boot.tap({ name: 'services', stage: Stage.routing }, () => {
        const route: RootRouter = facades.Route();
        route.get('/', () => ({}));
        route.middleware(middleware.throttle('api')).get('/limited', () => ({}));
        route.get('/query', async () => {
          await sql`values (1)`.execute(facades.DB());
          return {};
        });
        route.get('/absent', async () => {
          await sql`select 1`.execute(facades.DB('reports'));
          return {};
        });
        route.get('/rooms', (ctx) => facades.Broadcast().stream(ctx, rooms.of()));
        route.get('/fails', (ctx) => ctx.response().string(500, ''));
      });
    },
  });

  // No server is there: a query waits for its connection and fails.
  const connections = {
    sqlite: { driver: 'sqlite', path: ':memory:' },
    reports: { driver: 'pgsql', url: 'postgres://nobody@127.0.0.1:1/none', pool: { max: 7 } },
  } as const;

  const get = async (path: string): Promise<void> => {
    const { url } = app.facades.Http().address ?? { url: '' };
    await (await fetch(url + path, { headers: { connection: 'close' } })).text();
  };

  beforeAll(async () => {
    telemetry = register(await receiver.open());
    jest.replaceProperty(cluster, 'isWorker', true);
    app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
      .withPlugins([routing(), throttle(), database(), broadcast(), cache(), health(), otel(), services])
      .withConfig({
        http: { port: 0, overload: { max_in_flight: 20, max_wait: 60 } },
        database: { default: 'sqlite', connections },
        // The probe below runs the checks, so that none is under way during the export.
        health: { drain_delay: 0, cache: 3600, event_loop: { max_delay: null }, disk: { free: null } },
      })
      .create();
    await app.open();
    jest.restoreAllMocks();
    process.emit('message', { taproot: 'ask', serving: 2, lost: 1 }, undefined);
    for (const path of [
      '/',
      '/fails',
      '/nowhere',
      '/limited',
      '/limited',
      '/limited',
      '/query',
      '/absent',
      '/health/ready',
    ])
      await get(path);
    const { url } = app.facades.Http().address ?? { url: '' };
    const stream = await fetch(`${url}/rooms`, { signal: watcher.signal });
    const reader = stream.body?.getReader();
    // The greeting: from now on the stream gets events.
    await reader?.read();
    await app.facades.Broadcast().send(rooms.of(), 'opened', null);
    await reader?.read();
    await telemetry.flush();
    watcher.abort();
    await app.close();
  });

  afterAll(async () => {
    await telemetry.end();
    receiver.close();
  });

  const exported = () => {
    const metrics = new Set<string>();
    const labels = new Set(added);
    for (const { name, unit, isMonotonic, points } of receiver.metrics) {
      const full = plain(name) + (units[unit] ?? '') + (isMonotonic ? '_total' : '');
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
      metrics: bare.match(/\b(?:http|nodejs|taproot|db)_\w+(?=[{[])|(?<=label_values\()\w+/g) ?? [],
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

  const pool = { 'db.client.connection.pool.name': 'reports' };
  const limiter = { 'taproot.limiter': 'api' };
  const zero = { flight: 0, queue: 0, priority: 0, wait: 0 };
  const check = (name: string, state: string) =>
    ['ok', 'failing', 'timeout'].map((one): [object, number] => [
      { 'taproot.health.check': name, 'taproot.health.state': one },
      one === state ? 1 : 0,
    ]);

  test.each<[string, readonly (readonly [object, number])[]]>([
    // The stream is a request, but not in flight.
    ['taproot.http.in_flight', [[{}, 0]]],
    ['taproot.http.in_flight.limit', [[{}, 20]]],
    ['taproot.http.waiting', [[{}, 0]]],
    ['taproot.http.upgrades', [[{}, 0]]],
    ['taproot.http.refused', Object.entries(zero).map(([reason, count]) => [{ 'taproot.reason': reason }, count])],
    ['taproot.http.abandoned', [[{}, 0]]],
    [
      'db.client.connection.count',
      ['used', 'idle'].map((state) => [{ ...pool, 'db.client.connection.state': state }, 0]),
    ],
    ['db.client.connection.max', [[pool, 7]]],
    ['db.client.connection.pending_requests', [[pool, 0]]],
    [
      'taproot.throttle.decisions',
      [
        [{ ...limiter, 'taproot.allowed': true }, 1],
        [{ ...limiter, 'taproot.allowed': false }, 2],
      ],
    ],
    ['taproot.broadcast.sent', [[{}, 1]]],
    ['taproot.broadcast.delivered', [[{}, 1]]],
    ['taproot.broadcast.missed', [[{}, 0]]],
    ['taproot.broadcast.streams', [[{}, 1]]],
    ['taproot.health.status', [...check('database', 'failing'), ...check('migrations', 'ok')]],
    [
      'taproot.queue.wait',
      [
        [{ 'taproot.queue.name': 'database' }, 0],
        [{ 'taproot.queue.name': 'printer' }, 0.05],
      ],
    ],
    ['taproot.workers.serving', [[{ 'host.name': hostname() }, 2]]],
    ['taproot.workers.lost', [[{ 'host.name': hostname() }, 1]]],
  ])('OP-20 %s is exported', (name, values) => {
    const points = receiver.metrics.find((metric) => metric.name === name)?.points;
    expect(points?.map((point) => [point.attributes, point.asDouble])).toEqual(values);
  });

  test.each<[string, readonly (readonly [object, number])[]]>([
    [
      'db.client.operation.duration',
      [[{ 'db.system.name': 'sqlite', 'db.operation.name': 'VALUES', 'taproot.connection': 'sqlite' }, 1]],
    ],
    // The query, and the health check.
    ['db.client.connection.wait_time', [[{ ...pool, 'error.type': 'E_DATABASE_UNAVAILABLE' }, 2]]],
  ])('OP-21 %s is measured', (name, counts) => {
    const metric = receiver.metrics.find((one) => one.name === name);
    expect(metric?.unit).toBe('s');
    const points = metric?.points.map(({ attributes, count }) => [attributes, count]);
    expect(points).toEqual(expect.arrayContaining([...counts]));
  });

  test('the table of the documentation has every metric that is exported, with its unit and its attributes', () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'observability.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `([\w.]+)` \| `([^`]+)` \|(.*)\|$/gm)].map(([, name = '', unit, by = '']) => ({
      name,
      unit,
      by: [...by.matchAll(/`([\w.]+)`/g)].map(([, attribute = '']) => attribute),
    }));
    const sorted = (names: readonly string[]) => [...new Set(names)].toSorted();
    expect(sorted(rows.map(({ name, unit }) => `${name} ${unit}`))).toEqual(
      sorted(receiver.metrics.map(({ name, unit }) => `${name} ${unit}`)),
    );
    for (const { name, points } of receiver.metrics) {
      const by = rows.find((row) => row.name === name)?.by ?? [];
      const used = points.flatMap(({ attributes }) => Object.keys(attributes));
      expect([name, used.filter((attribute) => !by.includes(attribute))]).toEqual([name, []]);
      // Nothing failed in some of them.
      const unused = by.filter((attribute) => !used.includes(attribute) && attribute !== 'error.type');
      expect([name, unused]).toEqual([name, []]);
    }
  });

  test('OP-20 every query adds up processes, or takes the largest', () => {
    for (const { expr } of targets) expect(expr).toMatch(/^(?:sum|max|histogram_quantile\([\d.]+, sum)\b/);
  });

  test('the delay of the event loop is in seconds, and no more than the test took', () => {
    const delay = receiver.metrics.find(({ name }) => name === 'nodejs.eventloop.delay.max');
    expect(delay).toMatchObject({ unit: 's' });
  });
});

describe('figures of a plugin', () => {
  const shop = (kind: 'sum' | 'gauge', open: number) =>
    definePlugin({
      name: 'shop',
      figures: () => ({
        'shop.orders': {
          kind,
          unit: '{order}',
          description: 'Orders.',
          read: async (observe) => {
            await Promise.resolve();
            observe(open, { paid: true });
          },
        },
      }),
    });

  test.each([
    ['sum', 7],
    ['gauge', 4],
  ] as const)('of two applications in one process, a %s has one value', async (kind, value) => {
    const receiver = new Receiver();
    const telemetry = register(await receiver.open());
    const apps = [3, 4].map((open) =>
      setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
        .withPlugins([otel(), shop(kind, open)])
        .create(),
    );
    const created = await Promise.all(apps);
    await telemetry.flush();
    const points = receiver.metrics.find(({ name }) => name === 'shop.orders')?.points;
    expect(points?.map(({ attributes, asDouble }) => [attributes, asDouble])).toEqual([[{ paid: true }, value]]);
    for (const app of created) await app.close();
    await telemetry.end();
    receiver.close();
  });

  test('two plugins with one name stop the boot', async () => {
    const booted = setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
      .withPlugins([shop('sum', 1), { ...shop('sum', 1), name: 'second' }])
      .create();
    await expect(booted).rejects.toMatchObject({
      code: 'E_FIGURE_DUPLICATE',
      message: expect.stringContaining('second'),
    });
  });
});
