import { isBlank } from '../values/is-empty.ts';
import { own } from '../values/records.ts';

let made = 0;

/** Collects the lines of a function. Keys and rules are handed over as values, so no text of a developer or a client is in the code. */
export class Code {
  readonly #lines: string[] = [];
  #variables = 0;
  readonly #given = new Map<string, unknown>([
    ['own', own],
    ['isBlank', isBlank],
    ['plain', Object.prototype],
    ['prototypeOf', Object.getPrototypeOf],
  ]);

  /** `given`: additional names that the code may use. */
  constructor(given: Readonly<Record<string, unknown>> = {}) {
    for (const name in given) this.#given.set(name, given[name]);
  }

  add(...lines: readonly string[]): this {
    this.#lines.push(...lines);
    return this;
  }

  /** The name by which the code may use a value. */
  give(kind: string, value: unknown): string {
    const name = `${kind}${this.#given.size}`;
    this.#given.set(name, value);
    return name;
  }

  /** A name for a variable of the code that none within it takes. */
  variable(kind: string): string {
    return `${kind}_${this.#variables++}`;
  }

  /** Makes the function. Each has a text of its own; otherwise V8 would share its type feedback between plans. */
  compile(): unknown {
    const text = `"use strict"; return ${this.#lines.join('\n')};\n//# sourceURL=taproot:plan-${++made}`;
    // oxlint-disable-next-line typescript/no-implied-eval -- the text has only our words and numbers
    const make = new Function(...this.#given.keys(), text) as (...given: readonly unknown[]) => unknown;
    return make(...this.#given.values());
  }
}
