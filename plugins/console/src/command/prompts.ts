import type { Readable, Writable } from 'node:stream';
import * as clack from '@clack/prompts';
import { errors } from '../errors.ts';
import type { Terminal } from '../output/terminal.ts';
import { PromptCancelled } from './prompt-cancelled.ts';

/** Options of a question for a line of text. */
export interface AskOptions {
  /** The meaning of an empty answer, and the answer when no user can be asked. */
  readonly default?: string;
  /** An example that is shown until the user types. */
  readonly example?: string;
  /** Returns the fault of an answer, or null. The prompt repeats the question until the answer has no fault. */
  readonly check?: (answer: string) => string | null;
}

/** Answers to choose from: a list, or an object of answers and their labels. */
export type Choices<Value extends string> = readonly Value[] | Readonly<Record<Value, string>>;

interface Option<Value> {
  readonly value: Value;
  readonly label: string;
}

/**
 * Asks a question with a signal that aborts when the input ends. At the end of the input (Ctrl-D), Node's line reader closes silently.
 * Without the signal, the process would then end without an error.
 */
const whileReadable = async <Value>(input: Readable, ask: (signal: AbortSignal) => Promise<Value>): Promise<Value> => {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  // The reader pauses the input when it closes, also after an answer. Waits one turn: after an answer, this listener is gone by then.
  let turn: NodeJS.Immediate | undefined;
  const paused = (): void => {
    turn ??= setImmediate(abort);
  };
  if (input.readableEnded || input.destroyed) abort();
  input.on('pause', paused).on('end', paused).on('close', paused);
  try {
    return await ask(controller.signal);
  } finally {
    clearImmediate(turn);
    input.off('pause', paused).off('end', paused).off('close', paused);
  }
};

const isList = <Value extends string>(choices: Choices<Value>): choices is readonly Value[] => Array.isArray(choices);

const optionsOf = <Value extends string>(choices: Choices<Value>): Option<Value>[] => {
  if (isList(choices)) return choices.map((value) => ({ value, label: value }));
  // In an object of labels, the keys are the answers.
  return Object.entries<string>(choices).map(([value, label]) => ({ value: value as Value, label }));
};

/** The streams of a question, and the signal that ends it. */
type Terms = Required<Pick<clack.CommonOptions, 'input' | 'output' | 'signal'>>;

/** Questions on a terminal. Without a terminal, the answer is the default; without a default, it throws `E_PROMPT_NO_TERMINAL`. */
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
    const options = { ...(fallback === undefined ? {} : { defaultValue: fallback }), placeholder: example, validate };
    return this.#settled((terms) => clack.text({ message: question, ...options, ...terms }));
  }

  async secret(question: string): Promise<string> {
    if (!this.#interactive) throw errors.E_PROMPT_NO_TERMINAL({ question });
    return this.#settled((terms) => clack.password({ message: question, ...terms }));
  }

  async confirm(question: string, { default: fallback }: { readonly default?: boolean }): Promise<boolean> {
    if (!this.#interactive) return this.#answer(question, fallback);
    // Enter must not mean yes, unless yes is the default.
    const options = { message: question, initialValue: fallback ?? false };
    return this.#settled((terms) => clack.confirm({ ...options, ...terms }));
  }

  async choose<Value extends string>(
    question: string,
    choices: Choices<Value>,
    { default: fallback }: { readonly default?: Value },
  ): Promise<Value> {
    if (!this.#interactive) return this.#answer(question, fallback);
    const initial = fallback === undefined ? {} : { initialValue: fallback as string };
    const options = optionsOf<string>(choices);
    const answer = await this.#settled((terms) =>
      clack.select<string>({ message: question, options, ...initial, ...terms }),
    );
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
    const answers = await this.#settled((terms) => clack.multiselect<string>({ ...several, ...terms }));
    // Returns the answers in the order of the options, not in the order in which the user chose them.
    return options.map(({ value }) => value as Value).filter((value) => answers.includes(value));
  }

  /** The answer. Throws `PromptCancelled` when the user cancels the question, or when the input ends. */
  async #settled<Value>(ask: (terms: Terms) => Promise<Value | typeof clack.CANCEL_SYMBOL>): Promise<Value> {
    const { input, output } = this.#streams;
    const value = await whileReadable(input, (signal) => ask({ input, output, signal }));
    if (clack.isCancel(value)) throw new PromptCancelled();
    return value;
  }

  #answer<Value>(question: string, fallback: Value | undefined): Value {
    if (fallback === undefined) throw errors.E_PROMPT_NO_TERMINAL({ question });
    return fallback;
  }
}
