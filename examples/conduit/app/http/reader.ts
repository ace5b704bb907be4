import type { Context } from '@taproot/core';
import { facades } from '../facades.ts';

/** The id of the user who asks; 0, which no user has, for a stranger. */
export const readerOf = async (ctx: Context): Promise<number> => (await facades.Auth(ctx).user())?.id ?? 0;
