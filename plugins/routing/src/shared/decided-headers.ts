import type { Context } from '@taproot/core';
import { Note } from './note.ts';

/** The beginning of the names that middleware of the house decides on, in lower case. */
const decided = new Note<Context, string>('decided headers');

/**
 * Says that middleware of the house decides on all headers whose names begin with `prefix`, for the response to this request. Mounted code and
 * code behind `handOver()` cannot set them then. A handler can.
 */
export const decideHeaders = (ctx: Context, prefix: string): void => decided.set(ctx, prefix.toLowerCase());

/** Whether middleware of the house decides on a header of the response, so that mounted code cannot set it. */
export const isDecided = (ctx: Context, name: string): boolean => {
  const prefix = decided.get(ctx);
  return prefix !== undefined && name.toLowerCase().startsWith(prefix);
};
