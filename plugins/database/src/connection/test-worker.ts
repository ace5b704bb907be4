import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCode } from '@taproot/core';

type Program = Readonly<Pick<NodeJS.Process, 'env' | 'pid'>>;

// Variables with the number of the worker: Jest, Vitest, and node:test of newer versions of Node.
const numbers = ['JEST_WORKER_ID', 'VITEST_POOL_ID', 'NODE_TEST_WORKER_ID'];

/**
 * The number in the name of the database of this test process: the number of the runner's worker. node:test runs each file in a process
 * without such a number. Such a process takes the first number that no other running process of the application has.
 */
export const testWorker = (basePath: string, { env, pid }: Program): string => {
  for (const name of numbers) {
    const number = env[name] ?? '';
    if (/^\d+$/.test(number)) return number;
  }
  return env.NODE_TEST_CONTEXT === undefined ? '1' : freeNumber(basePath, pid);
};

const freeNumber = (basePath: string, pid: number): string => {
  const folder = join(tmpdir(), `taproot-workers-${createHash('sha256').update(basePath).digest('hex').slice(0, 16)}`);
  mkdirSync(folder, { recursive: true });
  for (let number = 1; ; number++) if (takes(join(folder, String(number)), pid)) return String(number);
};

/** Whether the process owns the file. It takes the file if there is none, or if its owner has ended. */
const takes = (file: string, pid: number): boolean => {
  try {
    writeFileSync(file, String(pid), { flag: 'wx' });
    process.once('exit', () => rmSync(file, { force: true }));
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
  const owner = Number(readOwner(file));
  if (owner === pid) return true;
  if (isAlive(owner)) return false;
  rmSync(file, { force: true });
  return takes(file, pid);
};

const readOwner = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // Another process has removed the file, because its owner had ended.
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
};

const isAlive = (pid: number): boolean => {
  // Another process is writing the file right now.
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
};
