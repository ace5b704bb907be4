import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

/** What a command and the processes that it started took together. */
export interface Measured {
  readonly output: string;
  readonly wall: number;
  /** Seconds of processor time. */
  readonly cpu: number;
  /** MiB in memory at once, at most: of every process that it was at the time. */
  readonly memory: number;
}

const parentsOf = (): Map<number, number> => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has ended.
    }
  }
  return parents;
};

const memoryOf = (pid: number): number => {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

const treeOf = (root: number): number[] => {
  const parents = parentsOf();
  const isIn = (pid: number): boolean => pid === root || (parents.has(pid) && isIn(parents.get(pid) ?? 0));
  return [...parents.keys()].filter(isIn);
};

/** Runs a command on Linux, and measures it. Memory that processes share is counted once. */
export const measure = async (command: string, given: readonly string[], cwd: string): Promise<Measured> => {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" 2>&1';
  const env = {
    ...process.env,
    NODE_OPTIONS: process.env['BIG_NODE_OPTIONS'] ?? '',
    APP_ENV: 'testing',
    NO_COLOR: '1',
  };
  const child = spawn('bash', ['-c', script, 'measure', command, ...given], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let memory = 0;
  const look = setInterval(() => {
    const pids = child.pid === undefined ? [] : treeOf(child.pid);
    memory = Math.max(
      memory,
      pids.reduce((sum, pid) => sum + memoryOf(pid), 0),
    );
  }, 50);
  try {
    const [output, times] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [wall = 0, user = 0, system = 0] = (times.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
    return { output, wall, cpu: user + system, memory };
  } finally {
    clearInterval(look);
  }
};
