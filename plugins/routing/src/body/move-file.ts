import { constants, copyFile, link, rename, unlink } from 'node:fs/promises';
import { hasCode } from '@taproot/core';

// Another file system (EXDEV), or one without hard links.
const needsCopy = (error: unknown): boolean =>
  hasCode(error, 'EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK');

/**
 * Moves a file; across file systems by copying. Without `overwrite` an existing target fails with `EEXIST`, atomically:
 * `rename()` would replace it, `link()` refuses.
 */
export const moveFile = async (source: string, target: string, overwrite: boolean): Promise<void> => {
  try {
    if (overwrite) return await rename(source, target);
    await link(source, target);
  } catch (error) {
    if (!needsCopy(error)) throw error;
    await copyFile(source, target, overwrite ? 0 : constants.COPYFILE_EXCL);
  }
  await unlink(source);
};
