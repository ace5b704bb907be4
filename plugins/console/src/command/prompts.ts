import type { Readable, Writable } from 'node:stream';
import * as clack from '@clack/prompts';
import { errors } from '../errors.ts';
import type { Terminal } from '../output/terminal.ts';
import { PromptCancelled } from './prompt-cancelled.ts';

/** How a line of text is asked for. */
export interface AskOptions {
  /** What an empty answer means, and the answer where nobody can be asked. */
  readonly default?: string;
  /** An example, shown until something is typed. */
  readonly example?: string;
  /** What is wrong with an answer, or null; the question is asked until nothing is. */
  readonly check?: (answer: string) => string | null;
}

/** Answers to choose from: as they are, or by the texts that are shown for them. */
export type Choices<Value extends string> = readonly Value[] | Readonly<Record<Value, string>>;

interface Option<Value> {
  readonly value: Value;
  readonly label: string;
}

const isList = <Value extends string>(choices: Choices<Value>): choices is readonly Value[] => Array.isArray(choices);

const optionsOf = <Value extends string>(choices: Choices<Value>): Option<Value>[] => {
  if (isList(choices)) return choices.map((value) => ({ value, label: value }));
  // Of a record of labels, the keys are the values.
  return Object.entries<string>(choices).map(([value, label]) => ({ value: value as Value, label }));
};

const settled = async <Value>(answer: Promise<Value | typeof clack.CANCEL_SYMBOL>): Promise<Value> => {
  const value = await answer;
  if (clack.isCancel(value)) throw new PromptCancelled();
  return value;
};

/** Questions on a terminal. Without one the answer is the default, or `E_PROMPT_NO_TERMINAL` when there is none. */
export class Prompts {
  readonly #interactive: boolean;
  readonly #streams: { readonly input: Readable; readonly output: Writable };

  constructor({ interactive, stdin, stdout }: Terminal) {
    this.#interactive = interactive;
    this.#streams = { input: stdin, output: stdout };
  }

  async ask(question: string, { default: fallback, example = fallback ?? '', check }: AskOptions): Promise<string> {
    if (!this.#interactive) return this.#answer(question, fallback);
    const validate = (typed: string | undefined): string | undefined =>
      check?.(typed || (fallback ?? '')) ?? (typed || fallback !== undefined || check ? undefined : 'Please answer.');
    const answer = clack.text({
      message: question,
      placeholder: example,
      validate,
      ...(fallback === undefined ? {} : { defaultValue: fallback }),
      ...this.#streams,
    });
    return settled(answer);
  }

  async secret(question: string): Promise<string> {
    if (!this.#interactive) throw errors.E_PROMPT_NO_TERMINAL({ question });
    return settled(clack.password({ message: question, ...this.#streams }));
  }

  async confirm(question: string, { default: fallback }: { readonly default?: boolean }): Promise<boolean> {
    if (!this.#interactive) return this.#answer(question, fallback);
    // Whoever only presses Enter should not have agreed to what was never said to be usual.
    return settled(clack.confirm({ message: question, initialValue: fallback ?? false, ...this.#streams }));
  }

  async choose<Value extends string>(
    question: string,
    choices: Choices<Value>,
    { default: fallback }: { readonly default?: Value },
  ): Promise<Value> {
    if (!this.#interactive) return this.#answer(question, fallback);
    const initial = fallback === undefined ? {} : { initialValue: fallback as string };
    const options = optionsOf<string>(choices);
    const answer = await settled(clack.select<string>({ message: question, options, ...initial, ...this.#streams }));
    return answer as Value;
  }

  async chooseSeveral<Value extends string>(
    question: string,
    choices: Choices<Value>,
    { default: fallback }: { readonly default?: readonly Value[] },
  ): Promise<Value[]> {
    if (!this.#interactive) return [...this.#answer(question, fallback)];
    const options = optionsOf<string>(choices);
    const several = { message: question, options, required: false, initialValues: [...(fallback ?? [])] };
    const answers = await settled(clack.multiselect<string>({ ...several, ...this.#streams }));
    // In the order they were offered, not in that of the keys that were pressed.
    return options.map(({ value }) => value as Value).filter((value) => answers.includes(value));
  }

  #answer<Value>(question: string, fallback: Value | undefined): Value {
    if (fallback === undefined) throw errors.E_PROMPT_NO_TERMINAL({ question });
    return fallback;
  }
}
