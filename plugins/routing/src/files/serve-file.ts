import type { Context, Handler, Response } from '@taproot/core';
import type { FileBody } from '@taproot/core/internal';
import { errors } from '../errors.ts';
import { openDiskFile } from '../response/disk-file.ts';
import { applyFile, type FileOptions } from '../response/file-response.ts';
import { cacheControl } from './static-options.ts';

/** The response of `file` to the request of a context. */
export const answerFile = (ctx: Context, file: FileBody, options: FileOptions): Response => {
  const method = ctx.request().method();
  const { headers } = ctx.request().node();
  return applyFile(ctx.response().noContent(200), file, { method, headers }, options);
};

/** Answers with one file. */
export const serveFile = (path: string): Handler => {
  const options = { cacheControl: cacheControl({}) };
  return async (ctx) => {
    const file = await openDiskFile(path);
    if (file === null) throw errors.E_ROUTE_NOT_FOUND();
    return answerFile(ctx, file, options);
  };
};
