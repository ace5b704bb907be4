import type { Context, FileBody, Response } from '@taproot/core';
import { applyFile, type FileOptions } from './file-response.ts';

/** The response of `file` to the request of a context. */
export const answerFile = (ctx: Context, file: FileBody, options: FileOptions): Response => {
  const method = ctx.request().method();
  const { headers } = ctx.request().origin();
  return applyFile(ctx.response().noContent(200), file, { method, headers }, options);
};
