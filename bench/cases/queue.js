// Real path: work that a request leaves behind. A process dispatches jobs, one at a time and a hundred at once; a worker does them, ten at
// the same time, jobs that do nothing and jobs that wait for a millisecond. CPU time of that process for each job: the time of Redis and
// of PostgreSQL is not in it. Beside bare BullMQ, pg-boss and graphile-worker.
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { interleave } from '../lib/interleave.js';
import { median } from '../lib/median.js';
import { PinnedProcess } from '../lib/pinned-process.js';
import { profileFlags } from '../lib/profile.js';
import { toRows } from '../lib/rows.js';
import { database, prefix, redisUrl, serverUrl } from '../servers/queue-contract.js';

export const about =
  'Jobs dispatched and done: Taproot on Redis beside bare BullMQ, on PostgreSQL beside pg-boss and graphile-worker';

const workers = [
  { name: 'Redis: BullMQ', server: 'queue-bullmq', args: [] },
  { name: 'Redis: Taproot', server: 'taproot-queue', args: ['redis'], against: ['Redis: BullMQ'] },
  { name: 'PostgreSQL: pg-boss', server: 'queue-pg-boss', args: ['1'] },
  { name: 'PostgreSQL: pg-boss, batches of 10', server: 'queue-pg-boss', args: ['10'] },
  { name: 'PostgreSQL: graphile-worker', server: 'queue-graphile', args: [] },
  {
    name: 'PostgreSQL: Taproot',
    server: 'taproot-queue',
    args: ['database'],
    against: ['PostgreSQL: pg-boss', 'PostgreSQL: pg-boss, batches of 10', 'PostgreSQL: graphile-worker'],
  },
];

/** What is measured, in this order: what is dispatched is worked on. */
const orders = /** @type {const} */ ([
  { label: 'dispatch', what: 'dispatch', name: 'nothing', at: 1, share: 0.25 },
  { label: 'dispatch of 100', what: 'dispatch', name: 'nothing', at: 100, share: 0.75 },
  { label: 'a job', what: 'work', name: 'nothing', at: 1, share: 1 },
  { label: '', what: 'dispatch', name: 'wait', at: 100, share: 0.5 },
  { label: 'a job of 1 ms', what: 'work', name: 'wait', at: 1, share: 0.5 },
]);

/** @typedef {Readonly<Record<string, import('../servers/queue-contract.js').Done & { readonly count: number }>>} Figures */

const measure = async (/** @type {PinnedProcess} */ process, /** @type {number} */ jobs) => {
  /** @type {Record<string, import('../servers/queue-contract.js').Done & { readonly count: number }>} */
  const figures = {};
  for (const { label, share, ...order } of orders) {
    const count = jobs * share;
    const done = /** @type {import('../servers/queue-contract.js').Done} */ (await process.ask({ ...order, count }));
    if (label !== '') figures[label] = { ...done, count };
  }
  return figures;
};

const change = async (/** @type {readonly string[]} */ statements) => {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

const removeKeys = async () => {
  const client = new Redis(redisUrl);
  try {
    const keys = await client.keys(`${prefix}-*`);
    if (keys.length > 0) await client.unlink(...keys);
  } finally {
    client.disconnect();
  }
};

const rowsOf = (
  /** @type {ReadonlyMap<(typeof workers)[number], readonly Figures[]>} */ measured,
  /** @type {string} */ label,
) => {
  const named = (/** @type {string} */ name) => `${label}, ${name}`;
  const cpu = new Map(
    [...measured].map(([{ name, against = [] }, rounds]) => [
      { name: named(name), against: against.map(named) },
      rounds.map((round) => (round[label]?.cpu ?? Number.NaN) / (round[label]?.count ?? 1)),
    ]),
  );
  const notes = new Map(
    [...measured].map(([{ name }, rounds]) => {
      const rate = median(rounds.map((round) => (round[label]?.count ?? 0) / (round[label]?.seconds ?? 1)));
      return [named(name), `${Math.round(rate).toLocaleString('en')} jobs/s`];
    }),
  );
  return toRows(cpu, 'us CPU').map((row) => {
    const note = notes.get(row.variant);
    return note === undefined ? row : { ...row, note };
  });
};

/** @type {import('../lib/cases.js').Case['run']} */
export const run = async ({ servers: { rounds, seconds, cores, profiles } }) => {
  const jobs = Math.round(seconds * 400);
  const remove = `drop database if exists ${database} with (force)`;
  await change([remove, `create database ${database}`]);
  await removeKeys();
  /** @type {PinnedProcess[]} */
  const processes = [];
  try {
    const variants = [];
    for (const worker of workers) {
      const flags = profiles === null ? [] : profileFlags(profiles, worker.name);
      const process = new PinnedProcess(`servers/${worker.server}.js`, worker.args, { core: cores.server, flags });
      processes.push(process);
      await process.answer();
      variants.push({ ...worker, process });
    }
    const round = (/** @type {(typeof variants)[number]} */ { process }) => measure(process, jobs);
    await interleave(variants, 1, round);
    const figures = await interleave(variants, rounds, round);
    return orders.flatMap(({ label }) => (label === '' ? [] : rowsOf(figures, label)));
  } finally {
    await Promise.all(processes.map((process) => process.close()));
    await change([remove]);
    await removeKeys();
  }
};
