import type { Failure } from '../engine/failure.ts';
import { fieldName } from '../language/field-path.ts';
import { makeMessage } from './make-message.ts';
import type { MessageSources } from './message-sources.ts';

/** Messages as lists of the same length, because an object for each message would only be taken apart again. */
export interface Messages {
  readonly fields: readonly string[];
  readonly rules: readonly string[];
  readonly texts: readonly string[];
  /** Whether messages were left out because there were too many. */
  readonly truncated: boolean;
}

// The most bytes of all messages together, so that a response stays below 64 KiB. Further messages are left out.
const budget = 56 * 1024;

/** The messages of failures. Messages of the same field are next to each other. */
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
    // If a field has a rule twice, only the later message counts.
    let twin = start;
    while (twin < fields.length && rules[twin] !== rule) twin++;
    fields[twin] = field;
    rules[twin] = rule;
    texts[twin] = text;
    // Counts 6 bytes for each character, because `\u0000` is the longest encoding. This is faster than counting exactly.
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
