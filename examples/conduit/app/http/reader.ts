import type { Context } from '@taproot/core';
import { facades } from '../facades.ts';

/** The id of the user who asks; 0, which no user has, for a stranger. */
export const readerOf = async (ctx: Context): Promise<number> => Number((await facades.Auth(ctx).id()) ?? 0);
