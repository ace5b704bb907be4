import type { Command } from '@taproot/console/command';
import type { Change } from '../compare/change.ts';

/** Each change of a document in one line. */
export const showChanges = (changes: readonly Change[], style: Command['style']): string[] =>
  changes.length === 0
    ? ['Only texts, or the order of things, changed.']
    : changes.map(({ breaking, text }) => `${breaking ? style.red('breaking') : style.green('additive')}  ${text}`);
