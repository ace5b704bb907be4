import { realpathSync, statSync } from 'node:fs';
import { type Handler, hasCode } from '@taproot/core';
import { errors } from '../errors.ts';
import { lateHandler } from './late-handler.ts';
import type { StaticOptions } from './static-options.ts';

export type { StaticOptions } from './static-options.ts';

/**
 * Serves the files below `root` for `{path*}`; what is not there is an unknown address, a directory is never listed.
 * A root that is missing or no directory is `E_STATIC_ROOT`.
 */
export const staticDirectory = (root: string, options: StaticOptions = {}): Handler => {
  const realRoot = checkRoot(root);
  return lateHandler(async () => (await import('./serve-directory.ts')).serveDirectory(realRoot, options));
};

const checkRoot = (root: string): string => {
  try {
    if (statSync(root).isDirectory()) return realpathSync(root);
  } catch (cause) {
    const reason = hasCode(cause, 'ENOENT') ? 'does not exist' : 'cannot be read';
    throw errors.E_STATIC_ROOT({ root, reason }, { cause });
  }
  throw errors.E_STATIC_ROOT({ root, reason: 'is not a directory' });
};
