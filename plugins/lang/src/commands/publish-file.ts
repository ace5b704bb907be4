import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode } from '@taproot/core';
import { errors } from '../errors.ts';

/** The outcome for a file: `kept` is an existing, different file that must not be overwritten. */
export type Outcome = 'created' | 'overwritten' | 'unchanged' | 'kept';

const orNull = async <Value>(work: Promise<Value>): Promise<Value | null> => {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

/** Refuses symbolic links: a link could lead anywhere, and renaming a file over it would silently replace the link. */
const refuseLinks = async (root: string, path: string): Promise<void> => {
  let link = root;
  for (const part of ['', ...path.split('/')]) {
    link = join(link, part);
    if ((await orNull(lstat(link)))?.isSymbolicLink() === true) throw errors.E_LANG_PUBLISH_LINK({ link, file: path });
  }
};

/** Writes the file completely or not at all, even if the process ends. */
const place = async (target: string, content: Buffer): Promise<void> => {
  await mkdir(dirname(target), { recursive: true });
  const temporary = `${target}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, content, { flag: 'wx', flush: true });
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
};

/** Writes `path` below `root`; Throws `E_LANG_PUBLISH_LINK` when `root`, the file or a folder between them is a symbolic link. */
export const publishFile = async (content: Buffer, root: string, path: string, force: boolean): Promise<Outcome> => {
  await refuseLinks(root, path);
  const target = join(root, path);
  const old = await orNull(readFile(target));
  if (old?.equals(content) === true) return 'unchanged';
  if (old !== null && !force) return 'kept';
  await place(target, content);
  return old === null ? 'created' : 'overwritten';
};
