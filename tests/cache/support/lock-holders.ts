import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { program } from '../../support/program.ts';
import { sharedRedis } from '../../throttle/support/services.ts';

const script = program(join(import.meta.dirname, '..', 'fixtures', 'lock-holder.ts'));

/** What processes did with one lock. */
export interface LockRun {
  /** How often a process held the lock. */
  readonly holders: number;
  /** How often two processes had the same fence. */
  readonly shared: number;
  /** Effects with a fence below one that had come before, although the process believed that it held the lock. */
  readonly late: number;
  /** How often a process was frozen. */
  readonly freezes: number;
  /** How often a process woke and saw that its lease had ended. */
  readonly noticed: number;
}

/** How much is asked of a run. */
interface Contention {
  readonly processes: number;
  /** How often the lock is held, at least. */
  readonly holders: number;
  /** How often a process is frozen, at least; once by default. */
  readonly freezes?: number;
  readonly random?: () => number;
}

/** Lets processes take one lock until it was held this often, and freezes them at random for longer than a lease. */
export const contend = async (
  store: object,
  { processes, holders, freezes = 1, random = Math.random }: Contention,
): Promise<LockRun> => {
  const seen = new Set<string>();
  const run = { holders: 0, shared: 0, late: 0, freezes: 0, noticed: 0 };
  let highest = 0;
  const children = Array.from({ length: processes }, (): ChildProcess => {
    const env = { ...process.env, NODE_OPTIONS: '', REDIS_URL: sharedRedis, LOCK_STORE: JSON.stringify(store) };
    return spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  });
  const ready = children.map(
    (child) =>
      new Promise<void>((resolve) => {
        if (child.stdout === null) return;
        createInterface(child.stdout).on('line', (line) => {
          if (line === 'ready') return resolve();
          const [fence = '', isHeld] = line.split(' ');
          run.holders++;
          if (seen.has(fence)) run.shared++;
          seen.add(fence);
          if (isHeld === 'false') run.noticed++;
          else if (Number(fence) < highest) run.late++;
          highest = Math.max(highest, Number(fence));
        });
      }),
  );
  try {
    await Promise.all(ready);
    while (run.holders < holders || run.freezes < freezes) {
      await wait(20 + random() * 80);
      const child = children[Math.floor(random() * children.length)];
      child?.kill('SIGSTOP');
      run.freezes++;
      await wait(random() * 600);
      child?.kill('SIGCONT');
    }
    return run;
  } finally {
    for (const child of children) child.kill('SIGCONT');
    await Promise.all(
      children.map(async (child) => {
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        await exited;
      }),
    );
  }
};
