import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ConnectionConfig } from '@taproot/database';
import type { Life } from '../fixtures/machine.ts';
import { expectedRuns } from './zones.ts';

/** What two machines did, beside what was right. */
export interface Lived {
  readonly expected: number;
  /** How many runs each machine did. */
  readonly shares: readonly number[];
  readonly missing: readonly string[];
  /** Runs that were done twice, or at a wrong time. */
  readonly wrong: readonly string[];
  readonly reports: readonly string[];
}

interface Told {
  readonly runs: readonly string[];
  readonly reports: readonly string[];
}

const machine = async (life: Life): Promise<Told> => {
  const execArgv = ['-C', 'source', '--import', 'tsx'];
  const env = { ...process.env, NODE_OPTIONS: '' };
  const child = fork(join(import.meta.dirname, '../fixtures/machine.ts'), { execArgv, env });
  const told = once(child, 'message');
  // Not its exit: a long message may arrive after the end of the process.
  const ended = once(child, 'disconnect').then(() => {
    throw new Error('A machine ended before it sent its runs.');
  });
  child.send(life);
  const [message] = await Promise.race([told, ended]);
  ended.catch(() => undefined);
  return message as Told;
};

/** Two processes on one database live through the same days, each on a clock of its own. */
export const liveTogether = async (connection: ConnectionConfig, begin: number, days: number): Promise<Lived> => {
  const told = await Promise.all([1, 2].map(() => machine({ connection, begin, days })));
  const expected = expectedRuns(begin, days);
  const [right, left] = [new Set(expected), new Set(expected)];
  const done = told.flatMap(({ runs }) => runs);
  const wrong = done.filter((run) => !right.has(run) || !left.delete(run));
  return {
    expected: expected.length,
    shares: told.map(({ runs }) => runs.length),
    missing: [...left],
    wrong,
    reports: told.flatMap(({ reports }) => reports),
  };
};
