import type { Context } from '@taproot/core';
import { facades } from '../facades.ts';

/** The user who sends the request. A guest gets the id 0, which no user has. */
export const userOf = async (ctx: Context) => (await facades.Auth(ctx).user()) ?? { id: 0, login: '' };

export const readerOf = async (ctx: Context): Promise<number> => (await userOf(ctx)).id;
