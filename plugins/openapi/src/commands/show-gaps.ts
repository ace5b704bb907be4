import { showFrame } from '@taproot/core/internal';
import type { Gap } from '../reader/type-reader.ts';

/** Each gap in two lines: place and message, then the fix. */
export const showGaps = (gaps: readonly Gap[]): string[] =>
  gaps.flatMap(({ place, code, message, fix }) => [
    `${place === null ? '' : `${showFrame(place)}  `}${code}  ${message}.`,
    `    ${fix}.`,
  ]);

/** `1 gap`, `2 gaps` */
export const countGaps = ({ length }: readonly Gap[]): string => `${length} ${length === 1 ? 'gap' : 'gaps'}`;

/** The routes that are left out because packages register them; empty if there are none. */
export const showLeftOut = (routes: readonly string[]): string[] =>
  routes.length === 0 ? [] : [`Left out, because packages register them: ${routes.join(', ')}.`];
