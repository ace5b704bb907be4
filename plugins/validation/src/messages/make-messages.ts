import type { Failure } from '../engine/failure.ts';
import { fieldName } from '../language/field-path.ts';
import { makeMessage } from './make-message.ts';
import type { MessageSources } from './message-sources.ts';

/** Messages as lists of one length: an object for each would only be taken apart again. */
export interface Messages {
  readonly fields: readonly string[];
  readonly rules: readonly string[];
  readonly texts: readonly string[];
  /** Whether some were left out because there were too many. */
  readonly truncated: boolean;
}

// Bytes of all messages together, so that an answer stays under 64 KiB; what does not fit is left out.
const budget = 56 * 1024;

/** The messages of failures, those of one field next to each other. */
export const makeMessages = (failures: readonly Failure[], sources: MessageSources): Messages => {
  const fields: string[] = [];
  const rules: string[] = [];
  const texts: string[] = [];
  let bytes = 0;
  let start = 0;
  for (const failure of failures) {
    const field = nameOf(failure);
    const rule = failure.rule.call.name;
    const text = makeMessage(failure, field, sources);
    if (fields[start] !== field) start = fields.length;
    // A rule that stands twice has one message, the later one.
    let twin = start;
    while (twin < fields.length && rules[twin] !== rule) twin++;
    fields[twin] = field;
    rules[twin] = rule;
    texts[twin] = text;
    // However they are encoded: no character takes more bytes than `\u0000` does. Spares counting.
    bytes += 6 * (field.length + text.length) + 6;
  }
  const messages = { fields, rules, texts, truncated: false };
  return bytes <= budget ? messages : fitting(messages);
};

const nameOf = ({ field: { name, entries }, keys }: Failure): string => {
  if (name !== null) return name;
  return entries === null ? fieldName(keys) : entries.name(keys);
};

const fitting = (messages: Messages): Messages => {
  let left = budget;
  const kept = messages.texts.map((text, i) => {
    const cost = bytesOf(messages.fields[i] ?? '') + bytesOf(text);
    if (cost > left) return false;
    left -= cost;
    return true;
  });
  const only = (list: readonly string[]): string[] => list.filter((_text, i) => kept[i]);
  return {
    fields: only(messages.fields),
    rules: only(messages.rules),
    texts: only(messages.texts),
    truncated: kept.includes(false),
  };
};

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) + 1;
