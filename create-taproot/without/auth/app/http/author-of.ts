import type { Context } from '@taproot/core';

/** The id of the user who sends the request: nobody is known here. */
export const authorOf = async (_ctx: Context): Promise<number | null> => null;
