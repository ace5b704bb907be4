import type { Context } from '@taproot/core';
import type { Translator } from '@taproot/lang';

/** Messages by key. */
export type Texts = Readonly<Record<string, string>>;

/** Everything messages are made from. */
export interface MessageSources {
  /** By `<field>.<rule>` or `<rule>`, with or without a kind (`name.min.string`), wildcards allowed in the field. */
  readonly messages: Texts | null;
  /** Names of fields for readers, wildcards allowed. */
  readonly attributes: Texts | null;
  readonly translator: Translator | null;
  /** Of the language files. */
  readonly revision: number;
  readonly locale: string;
  readonly ctx: Context | null;
}

/** Messages, or null if the map is empty, as it is for most form requests. */
export const someTexts = (texts: Texts | undefined): Texts | null => {
  for (const _key in texts) return texts;
  return null;
};
