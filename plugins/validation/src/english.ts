import { readFileSync } from 'node:fs';
import { lazy } from '@taproot/core/plugin';

/** Messages by key; a size rule has a message for each kind of value. */
export type Sentences = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

// The file is read only for the first message, because the plugin lang has already loaded it itself.
const file = new URL('../lang/en/validation.json', import.meta.url);

/** The English messages of the built-in rules, for applications without language files, and for keys that their language files lack. */
export const english = lazy((): Sentences => JSON.parse(readFileSync(file, 'utf8')) as Sentences);
