import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { hasCode } from '@taproot/core';

const target = (descriptor: string): string => {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch (error) {
    // The descriptor that listed the others is gone.
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
};

/** Files below a directory that this process holds open (Linux). */
export const openFiles = (directory: string): string[] =>
  readdirSync('/proc/self/fd')
    .map(target)
    .filter((path) => path.startsWith(`${directory}/`));

/** The files below a directory that are still open, once all are closed or ten seconds have passed. */
export const leftOpen = async (directory: string): Promise<string[]> => {
  const deadline = performance.now() + 10_000;
  // Seldom, because garbage collection closes forgotten files, and would hide them.
  while (openFiles(directory).length > 0 && performance.now() < deadline) await pause(20);
  return openFiles(directory);
};

/** Waits until nothing below a directory is open any more; throws when something still is after ten seconds. */
export const allClosed = async (directory: string): Promise<void> => {
  const left = await leftOpen(directory);
  if (left.length > 0) throw new Error(`Still open: ${left.join(', ')}`);
};
