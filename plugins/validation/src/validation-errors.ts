import { fieldName } from './engine/field-path.ts';
import type { Failure } from './engine/run.ts';
import { makeMessage } from './messages/make-message.ts';
import type { MessageSources } from './messages/message-sources.ts';

/** Messages of one field by rule, in the order in which the rules failed. */
export type FieldMessages = Readonly<Record<string, string>>;

// Bytes of all messages together, so that an answer stays under 64 KiB; what does not fit is left out.
const budget = 56 * 1024;

// Printable ASCII that JSON does not escape.
const plain = /^[ !#-[\]-~]*$/;

const bytesOf = (text: string): number =>
  plain.test(text) ? text.length + 3 : Buffer.byteLength(JSON.stringify(text)) + 1;

/** What is wrong with an input: messages by field and rule, in the order of evaluation. Empty when nothing is. */
export class ValidationErrors {
  readonly #fields = new Map<string, Map<string, string>>();
  /** Whether messages were left out because there were too many. */
  readonly truncated: boolean;

  constructor(failures: readonly Failure[], sources: MessageSources) {
    let left = budget;
    let truncated = false;
    for (const failure of failures) {
      const field = fieldName(failure.keys);
      const message = makeMessage(failure, field, sources);
      const cost = bytesOf(field) + bytesOf(message);
      if (cost > left) {
        truncated = true;
        continue;
      }
      left -= cost;
      this.#add(field, failure.rule.call.name, message);
    }
    this.truncated = truncated;
  }

  /** The first message of a field, or of all without one; empty when there is none. */
  one(field?: string): string {
    if (field === undefined) return this.first();
    for (const message of this.#fields.get(field)?.values() ?? []) return message;
    return '';
  }

  /** The first message of all; empty when there is none. */
  first(): string {
    for (const field of this.#fields.keys()) return this.one(field);
    return '';
  }

  get(field: string): FieldMessages {
    return record(this.#fields.get(field) ?? []);
  }

  all(): Readonly<Record<string, FieldMessages>> {
    return record([...this.#fields].map(([field, messages]) => [field, record(messages)] as const));
  }

  has(field: string): boolean {
    return this.#fields.has(field);
  }

  isEmpty(): boolean {
    return this.#fields.size === 0;
  }

  /** As answered to clients: a list of messages for each field. */
  toJSON(): Readonly<Record<string, readonly string[]>> {
    return record([...this.#fields].map(([field, messages]) => [field, [...messages.values()]] as const));
  }

  #add(field: string, rule: string, message: string): void {
    const messages = this.#fields.get(field);
    if (messages === undefined) this.#fields.set(field, new Map([[rule, message]]));
    else messages.set(rule, message);
  }
}

/** A map without prototype, since fields may bear any name. */
const record = <Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> => {
  const result = Object.create(null) as Record<string, Value>;
  for (const [key, value] of entries) result[key] = value;
  return result;
};
