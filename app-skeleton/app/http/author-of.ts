import type { Context } from '@taproot/core';
import { facades } from '../facades.ts';

/** The id of the user who sends the request; null for a guest. */
export const authorOf = async (ctx: Context): Promise<number | null> => (await facades.Auth(ctx).user())?.id ?? null;
