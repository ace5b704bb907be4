import { randomUUID } from 'node:crypto';
import { constants, readFileSync, renameSync } from 'node:fs';
import { chmod, copyFile, link, lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { errors } from '../errors.ts';

const orNull = async <Value>(work: Promise<Value>): Promise<Value | null> => {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
};

/** Throws `E_GENERATE_LINK` for a path through a link, because the link could lead out of the application. */
const refuseLinks = async (root: string, file: string): Promise<void> => {
  let path = root;
  for (const part of file.split('/')) {
    path = join(path, part);
    if ((await orNull(lstat(path)))?.isSymbolicLink() === true) throw errors.E_GENERATE_LINK({ link: path, file });
  }
};

/** The text of a file of the application; null when there is none. */
export const readText = async (root: string, file: string): Promise<string | null> => {
  await refuseLinks(root, file);
  return orNull(readFile(join(root, file), 'utf8'));
};

// Creating a link is one step, so only one of two processes succeeds. Some file systems have no links; there it copies.
const linkOrCopy = async (temporary: string, target: string): Promise<void> => {
  try {
    await link(temporary, target);
  } catch (error) {
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP')) throw error;
    await copyFile(temporary, target, constants.COPYFILE_EXCL);
  }
};

/** The files that may be replaced: none, any, or a file that still has the text that was read. */
export type Replace = 'nothing' | 'anything' | { readonly unchanged: string };

const put = async (temporary: string, target: string, replace: Replace): Promise<boolean> => {
  if (replace === 'nothing') {
    try {
      await linkOrCopy(temporary, target);
      return true;
    } catch (error) {
      if (hasCode(error, 'EEXIST')) return false;
      throw error;
    }
  }
  // These two calls are synchronous, so that almost no time is left for another writer in between.
  if (replace !== 'anything' && readFileSync(target, 'utf8') !== replace.unchanged) return false;
  renameSync(temporary, target);
  return true;
};

/**
 * Writes a file completely or not at all, even if the process ends. Resolves to false if a file exists that it must not replace. Throws
 * `E_GENERATE_WRITE` if the disk is full or not writable, `E_GENERATE_LINK` for a path through a link.
 */
export const placeFile = async (root: string, file: string, text: string, replace: Replace): Promise<boolean> => {
  await refuseLinks(root, file);
  const target = join(root, file);
  const temporary = join(dirname(target), `.${randomUUID()}.tmp`);
  try {
    await mkdir(dirname(target), { recursive: true });
    try {
      // Files that a user wrote must survive a power failure; generated files can be generated again.
      await writeFile(temporary, text, { flag: 'wx', flush: replace !== 'nothing' });
      const old = await orNull(lstat(target));
      if (old !== null) await chmod(temporary, old.mode);
      return await put(temporary, target, replace);
    } finally {
      await rm(temporary, { force: true });
    }
  } catch (error) {
    throw errors.E_GENERATE_WRITE({ file, reason: reasonOf(error) });
  }
};
