import { isBlank } from '../values/is-empty.ts';
import { own } from '../values/records.ts';

let made = 0;

/**
 * Code made for a plan that is used again and again. A loop reads every key and asks every rule at one place; here each has
 * a place of its own, at which the compiler learns what comes, so that it can draw all of it together. Keys and rules are
 * handed over as they are: there is nobody's text in the code, only our words and numbers.
 */
export class Code {
  readonly #lines: string[] = [];
  readonly #given = new Map<string, unknown>([
    ['own', own],
    ['isBlank', isBlank],
    ['plain', Object.prototype],
    ['prototypeOf', Object.getPrototypeOf],
  ]);

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

  /** What the lines say: a function. No two texts are the same, or the compiler would have them share what it learns. */
  compile(): unknown {
    const text = `"use strict"; return ${this.#lines.join('\n')};\n//# sourceURL=taproot:plan-${++made}`;
    // oxlint-disable-next-line typescript/no-implied-eval -- see above
    const make = new Function(...this.#given.keys(), text) as (...given: readonly unknown[]) => unknown;
    return make(...this.#given.values());
  }
}
