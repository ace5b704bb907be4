import cluster from 'node:cluster';
import { hostname } from 'node:os';
import type { Attributes, Meter, ObservableResult } from '@opentelemetry/api';
import type { Application } from '@taproot/core';
import type { Figure } from '@taproot/core/plugin';
import { hearPrimary } from '@taproot/workers/protocol';

const instruments = { counter: 'ObservableCounter', sum: 'ObservableUpDownCounter', gauge: 'ObservableGauge' } as const;

/** How long the oldest work of each queue has waited, for all plugins together. */
const queueWait = (app: Application): Figure => ({
  kind: 'gauge',
  unit: 's',
  description: 'How long the oldest work of a queue has waited.',
  read: (observe) => {
    for (const [name, { wait }] of app.registry.queues) observe(wait(), { 'taproot.queue.name': name });
  },
});

/** The latest counts of the primary; null in a process without a primary. */
let pool: { readonly serving: number; readonly lost: number } | null = null;

const ofWorkers = (count: 'serving' | 'lost', description: string): Figure => ({
  kind: 'gauge',
  unit: '{process}',
  description,
  read: (observe) => {
    // Every worker of a machine says the same, so a query takes the maximum for each host.
    if (pool !== null) observe(pool[count], { 'host.name': hostname() });
  },
});

const workers = {
  'taproot.workers.serving': ofWorkers('serving', 'Workers that serve, as the primary counted them.'),
  'taproot.workers.lost': ofWorkers('lost', 'Workers that died, or were killed because they did not answer.'),
};

/** The figures of an application by name. */
const figuresOf = (app: Application): ReadonlyMap<string, Figure> =>
  new Map([
    ...[...app.registry.figures].map(([name, { figure }]) => [name, figure] as const),
    ['taproot.queue.wait', queueWait(app)],
    ...Object.entries(workers),
  ]);

interface Total {
  value: number;
  readonly attributes: Attributes;
}

/** Applications of one process share their series: values of equal attributes are added, and of gauges the largest counts. */
const observeAll = async (figures: readonly Figure[], result: ObservableResult): Promise<void> => {
  const totals = new Map<string, Total>();
  for (const { kind, read } of figures)
    await read((value, attributes = {}) => {
      const key = JSON.stringify(attributes);
      const known = totals.get(key);
      if (known === undefined) totals.set(key, { value, attributes });
      else known.value = kind === 'gauge' ? Math.max(known.value, value) : known.value + value;
    });
  for (const { value, attributes } of totals.values()) result.observe(value, attributes);
};

/** Figures of applications, read when a provider exports. They cost a request nothing. */
export class AppMetrics {
  /** The applications of this process that have the plugin, with their figures. */
  readonly #apps = new Map<Application, ReadonlyMap<string, Figure>>();
  /** The names that the meter has. */
  readonly #made = new Set<string>();
  readonly #deafen: () => void;
  #meter: Meter | null = null;

  constructor() {
    this.#deafen = cluster.isWorker
      ? hearPrimary((message) => {
          if (message.taproot === 'ask') pool = message;
        })
      : () => undefined;
  }

  /** The number of applications. */
  get size(): number {
    return this.#apps.size;
  }

  add(app: Application): void {
    this.#apps.set(app, figuresOf(app));
    this.#make();
  }

  delete(app: Application): void {
    this.#apps.delete(app);
  }

  /** Adds the metrics to a meter. */
  observe(meter: Meter): void {
    this.#meter = meter;
    this.#made.clear();
    this.#make();
  }

  /** Stops listening to the primary. */
  close(): void {
    this.#deafen();
    pool = null;
  }

  #make(): void {
    for (const figures of this.#apps.values())
      for (const [name, { kind, unit, description }] of figures) {
        if (this.#meter === null || this.#made.has(name)) continue;
        this.#made.add(name);
        this.#meter[`create${instruments[kind]}`](name, { unit, description }).addCallback((result) =>
          observeAll(
            [...this.#apps.values()].flatMap((one) => one.get(name) ?? []),
            result,
          ),
        );
      }
  }
}
