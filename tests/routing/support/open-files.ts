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

/** Waits until nothing below a directory is open any more; after ten seconds it tells what is. */
export const allClosed = async (directory: string): Promise<void> => {
  const deadline = performance.now() + 10_000;
  while (openFiles(directory).length > 0) {
    if (performance.now() > deadline) throw new Error(`Still open: ${openFiles(directory).join(', ')}`);
    // Seldom, because garbage collection closes forgotten files, and would hide them.
    await pause(20);
  }
};
