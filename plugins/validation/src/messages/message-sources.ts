import type { Context } from '@taproot/core';
import type { Translator } from '@taproot/lang';

/** Messages by key. */
export type Texts = Readonly<Record<string, string>>;

/** Everything from which messages are made. */
export interface MessageSources {
  /** Messages by `<field>.<rule>` or `<rule>`, with or without a kind (`name.min.string`). The field may have wildcards. */
  readonly messages: Texts | null;
  /** Display names of fields. The fields may have wildcards. */
  readonly attributes: Texts | null;
  readonly translator: Translator | null;
  /** The revision of the language files. */
  readonly revision: number;
  readonly locale: string;
  readonly ctx: Context | null;
}

/** Messages, or null if the map is empty, as it is for most form requests. */
export const someTexts = (texts: Texts | undefined): Texts | null => {
  for (const _key in texts) return texts;
  return null;
};
