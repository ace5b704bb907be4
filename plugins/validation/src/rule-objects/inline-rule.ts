import type { Context } from '@taproot/core';
import type { Data } from '../data.ts';

/** What a function in a rule list answers: true, false, or the message with which the value fails. */
export type InlineVerdict = boolean | string;

/** A rule written in place: `['required', (value) => value !== 'root' || 'This name is taken.']`. Skipped on blank fields. */
export type InlineRule = (value: unknown, data: Data, ctx: Context | null) => InlineVerdict | Promise<InlineVerdict>;
