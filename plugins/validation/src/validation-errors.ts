import type { Failure } from './engine/failure.ts';
import { fieldName } from './engine/field-path.ts';
import { makeMessage } from './messages/make-message.ts';
import type { MessageSources } from './messages/message-sources.ts';
import { emptyMap } from './values/empty-map.ts';

/** Messages of one field by rule, in the order in which the rules failed. */
export type FieldMessages = Readonly<Record<string, string>>;

interface Message {
  readonly field: string;
  readonly rule: string;
  readonly text: string;
}

// Bytes of all messages together, so that an answer stays under 64 KiB; what does not fit is left out.
const budget = 56 * 1024;

/** What is wrong with an input: messages by field and rule, in the order of evaluation. Empty when nothing is. */
export class ValidationErrors {
  /** Those of one field next to each other. */
  readonly #messages: readonly Message[];
  /** Whether messages were left out because there were too many. */
  readonly truncated: boolean;

  constructor(failures: readonly Failure[], sources: MessageSources) {
    const messages = makeMessages(failures, sources);
    this.#messages = surelyFit(messages) ? messages : fitting(messages);
    this.truncated = this.#messages.length < messages.length;
  }

  /** The first message of a field, or of all without one; empty when there is none. */
  one(field?: string): string {
    return this.#messages.find((message) => field === undefined || message.field === field)?.text ?? '';
  }

  /** The first message of all; empty when there is none. */
  first(): string {
    return this.one();
  }

  get(field: string): FieldMessages {
    const messages = emptyMap<string>();
    for (const message of this.#messages) if (message.field === field) messages[message.rule] = message.text;
    return messages;
  }

  all(): Readonly<Record<string, FieldMessages>> {
    const all = emptyMap<Record<string, string>>();
    for (const { field, rule, text } of this.#messages) (all[field] ??= emptyMap<string>())[rule] = text;
    return all;
  }

  has(field: string): boolean {
    return this.#messages.some((message) => message.field === field);
  }

  isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  /** As answered to clients: a list of messages for each field. */
  toJSON(): Readonly<Record<string, readonly string[]>> {
    const all = emptyMap<string[]>();
    let last = '';
    let texts: string[] | null = null;
    for (const { field, text } of this.#messages) {
      if (texts !== null && field === last) texts.push(text);
      else all[field] = texts = [text];
      last = field;
    }
    return all;
  }
}

const makeMessages = (failures: readonly Failure[], sources: MessageSources): readonly Message[] => {
  const messages: Message[] = [];
  let start = 0;
  for (const failure of failures) {
    const field = failure.field.name ?? fieldName(failure.keys);
    const rule = failure.rule.call.name;
    const message = { field, rule, text: makeMessage(failure, field, sources) };
    if (messages[start]?.field !== field) start = messages.length;
    // A rule that stands twice has one message, the later one.
    let twin = start;
    while (twin < messages.length && messages[twin]?.rule !== rule) twin++;
    messages[twin] = message;
  }
  return messages;
};

/** Whether messages fit however they are encoded: no character takes more bytes than `\u0000` does. Spares counting. */
const surelyFit = (messages: readonly Message[]): boolean => {
  let bytes = 0;
  for (const { field, text } of messages) bytes += 6 * (field.length + text.length) + 6;
  return bytes <= budget;
};

const fitting = (messages: readonly Message[]): readonly Message[] => {
  let left = budget;
  return messages.filter(({ field, text }) => {
    const cost = bytesOf(field) + bytesOf(text);
    if (cost > left) return false;
    left -= cost;
    return true;
  });
};

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) + 1;
