import { readFileSync } from 'node:fs';
import { lazy } from '@taproot/core/plugin';

/** Messages by key; a size rule has one for each kind of value. */
export type Sentences = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

// Read when the first message needs it: an application with the plugin lang has loaded this file already.
const file = new URL('../lang/en/validation.json', import.meta.url);

/** The English messages of the built-in rules, for applications without language files and for keys that theirs lack. */
export const english = lazy((): Sentences => JSON.parse(readFileSync(file, 'utf8')) as Sentences);
