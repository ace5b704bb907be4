import { FrameworkError } from '@taproot/core';
import type { Failure } from './engine/failure.ts';
import { type Messages, makeMessages } from './messages/make-messages.ts';
import type { MessageSources } from './messages/message-sources.ts';
import { emptyMap } from './values/records.ts';

/** Messages of one field by rule, in the order in which the rules failed. */
export type FieldMessages = Readonly<Record<string, string>>;

/** The failures of an input: messages by field and rule, in the order of evaluation. Empty when there are none. */
export class ValidationErrors<Field extends string = string> {
  readonly #messages: Messages;

  constructor(failures: readonly Failure[], sources: MessageSources) {
    this.#messages = makeMessages(failures, sources);
  }

  /** Whether messages were left out because there were too many. */
  get truncated(): boolean {
    return this.#messages.truncated;
  }

  /** The first message of a field; without a field, the first message of all. Empty when there is none. */
  one(field?: Field): string {
    const { fields, texts } = this.#messages;
    return texts[field === undefined ? 0 : fields.indexOf(field)] ?? '';
  }

  /** The first message; empty when there is none. */
  first(): string {
    return this.one();
  }

  /** Messages of a field by rule; empty when there are none. */
  get(field: Field): FieldMessages {
    const { fields, rules, texts } = this.#messages;
    const messages = emptyMap<string>();
    for (const [i, text] of texts.entries()) if (fields[i] === field) messages[rules[i] ?? ''] = text;
    return messages;
  }

  /** Messages by field and rule, in the order of evaluation; empty when there are none. */
  all(): Readonly<Record<string, FieldMessages>> {
    const { fields, rules, texts } = this.#messages;
    const all = emptyMap<Record<string, string>>();
    for (const [i, text] of texts.entries()) (all[fields[i] ?? ''] ??= emptyMap<string>())[rules[i] ?? ''] = text;
    return all;
  }

  /** Whether the field has a message. */
  has(field: Field): boolean {
    return this.#messages.fields.includes(field);
  }

  /** Whether there are no messages: the input is valid. */
  isEmpty(): boolean {
    return this.#messages.texts.length === 0;
  }

  /** The format for clients: a list of messages for each field. */
  toJSON(): Readonly<Record<string, readonly string[]>> {
    const { fields, texts } = this.#messages;
    const all = emptyMap<string[]>();
    let last: string | null = null;
    let list: string[] = [];
    for (let i = 0; i < texts.length; i++) {
      const field = fields[i] as string;
      const text = texts[i] as string;
      if (field === last) list.push(text);
      else all[field] = list = [text];
      last = field;
    }
    return all;
  }
}

/** The messages by field of an error that `validated()` throws, for error responses in your own format; null for any other error. */
export const validationMessages = (error: unknown): Readonly<Record<string, readonly string[]>> | null =>
  error instanceof FrameworkError && error.code === 'E_VALIDATION_FAILED'
    ? // The cast is safe, because only one place raises this code.
      (error.details?.['errors'] as Readonly<Record<string, readonly string[]>>)
    : null;
