import cluster from 'node:cluster';
import { hostname } from 'node:os';
import type { Attributes, Meter } from '@opentelemetry/api';
import type { Application } from '@taproot/core';
import type { ConnectionPool } from '@taproot/core/internal';
import type { ServerLoad } from '@taproot/routing';
import { hearPrimary } from '@taproot/workers/protocol';

type Observe = (value: number, attributes?: Attributes) => void;

interface Metric {
  readonly kind: 'Gauge' | 'UpDownCounter' | 'Counter';
  readonly unit: string;
  readonly description: string;
  readonly read: (apps: readonly Application[], observe: Observe) => void;
}

const loadsOf = (apps: readonly Application[]): ServerLoad[] =>
  apps.flatMap((app) => (app.registry.facades.has('Http') ? [app.facades.Http().serverLoad] : []));

/** Applications of one process have the same attributes, so their values are added. A null has no value. */
const ofLoads =
  (read: (load: ServerLoad) => number | null): Metric['read'] =>
  (apps, observe) => {
    const values = loadsOf(apps).flatMap((load) => read(load) ?? []);
    if (values.length > 0) observe(values.reduce((sum, value) => sum + value, 0));
  };

const ofPools =
  (read: (pool: ConnectionPool) => number, more: Attributes = {}): Metric['read'] =>
  (apps, observe) => {
    for (const app of apps)
      for (const [name, pool] of app.provided('pools')?.() ?? [])
        observe(read(pool), { 'db.client.connection.pool.name': name, ...more });
  };

/** The latest counts of the primary; null in a process without a primary. */
let pool: { readonly serving: number; readonly lost: number } | null = null;

const ofWorkers =
  (read: 'serving' | 'lost'): Metric['read'] =>
  (_apps, observe) => {
    // Every worker of a machine says the same, so a query takes the maximum for each host.
    if (pool !== null) observe(pool[read], { 'host.name': hostname() });
  };

/** The metrics by name. `db.*` are names of the semantic conventions, which have none for the others. */
const metrics: Readonly<Record<string, Metric>> = {
  'taproot.http.in_flight': {
    kind: 'UpDownCounter',
    unit: '{request}',
    description: 'Requests with an asynchronous handler that run now.',
    read: ofLoads(({ inFlight }) => inFlight),
  },
  'taproot.http.in_flight.limit': {
    kind: 'UpDownCounter',
    unit: '{request}',
    description: 'How many requests may be in flight. No value while no limit holds.',
    read: ofLoads(({ limit }) => limit),
  },
  'taproot.http.waiting': {
    kind: 'UpDownCounter',
    unit: '{request}',
    description: 'Requests that wait for their turn.',
    read: ofLoads(({ waiting }) => waiting),
  },
  'taproot.http.upgrades': {
    kind: 'UpDownCounter',
    unit: '{connection}',
    description: 'Open connections that changed their protocol, such as WebSockets.',
    read: ofLoads(({ upgrades }) => upgrades),
  },
  'taproot.http.refused': {
    kind: 'Counter',
    unit: '{request}',
    description: 'Requests refused because of overload.',
    read: ofLoads(({ refused }) => refused),
  },
  'taproot.http.abandoned': {
    kind: 'Counter',
    unit: '{request}',
    description: 'Requests that were not begun, because their client left while they waited.',
    read: ofLoads(({ abandoned }) => abandoned),
  },
  'db.client.connection.count': {
    kind: 'UpDownCounter',
    unit: '{connection}',
    description: 'Connections that run queries or transactions.',
    read: ofPools(({ used }) => used, { 'db.client.connection.state': 'used' }),
  },
  'db.client.connection.max': {
    kind: 'UpDownCounter',
    unit: '{connection}',
    description: 'The most connections of the pool.',
    read: ofPools(({ max }) => max),
  },
  'db.client.connection.pending_requests': {
    kind: 'UpDownCounter',
    unit: '{request}',
    description: 'Queries that wait for a connection.',
    read: ofPools(({ waiting }) => waiting),
  },
  'taproot.queue.wait': {
    kind: 'Gauge',
    unit: 's',
    description: 'How long the oldest work of a queue has waited.',
    read: (apps, observe) => {
      for (const app of apps)
        for (const [name, { wait }] of app.registry.queues) observe(wait(), { 'taproot.queue.name': name });
    },
  },
  'taproot.workers.serving': {
    kind: 'Gauge',
    unit: '{process}',
    description: 'Workers that serve, as the primary counted them.',
    read: ofWorkers('serving'),
  },
  'taproot.workers.lost': {
    kind: 'Gauge',
    unit: '{process}',
    description: 'Workers that died, or were killed because they did not answer.',
    read: ofWorkers('lost'),
  },
};

/** Figures of applications, read when a provider exports: load of the server, pools, queues, workers. They cost a request nothing. */
export class AppMetrics {
  /** The applications of this process that have the plugin. */
  readonly apps = new Set<Application>();
  readonly #deafen: () => void;

  constructor() {
    this.#deafen = cluster.isWorker
      ? hearPrimary((message) => {
          if (message.taproot === 'ask') pool = message;
        })
      : () => undefined;
  }

  /** Adds the metrics to a meter. */
  observe(meter: Meter): void {
    for (const [name, { kind, unit, description, read }] of Object.entries(metrics))
      meter[`createObservable${kind}`](name, { unit, description }).addCallback((result) =>
        read([...this.apps], (value, attributes) => result.observe(value, attributes)),
      );
  }

  /** Stops listening to the primary. */
  close(): void {
    this.#deafen();
    pool = null;
  }
}
