import type { Handler } from '@taproot/core';
import { errors } from '../errors.ts';
import { answerFile } from './answer-file.ts';
import { openDiskFile } from './disk-file.ts';
import { cacheControl } from './static-options.ts';

/** Answers with one file. */
export const serveFile = (path: string): Handler => {
  const options = { cacheControl: cacheControl({}) };
  return async (ctx) => {
    const file = await openDiskFile(path);
    if (file === null) throw errors.E_ROUTE_NOT_FOUND();
    return answerFile(ctx, file, options);
  };
};
