import { hasCode } from '@taproot/core';

/** Why the file system refused something, in words. */
export const reasonOf = (error: unknown): string => {
  if (hasCode(error, 'EACCES', 'EPERM')) return 'permission denied';
  if (hasCode(error, 'ENOENT')) return 'it does not exist';
  if (hasCode(error, 'ENOTDIR', 'EEXIST')) return 'there is a file where a directory is needed';
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) return 'there is no room left';
  if (hasCode(error, 'EROFS')) return 'the file system is read-only';
  return error instanceof Error ? error.message : String(error);
};
