import type { Readable, Writable } from 'node:stream';
import * as clack from '@clack/prompts';
import { errors } from '../errors.ts';
import type { Terminal } from '../output/terminal.ts';
import { PromptCancelled } from './prompt-cancelled.ts';

/** How a line of text is asked for. */
export interface AskOptions {
  /** The meaning of an empty answer, and the answer when no user can be asked. */
  readonly default?: string;
  /** An example, shown until something is typed. */
  readonly example?: string;
  /** The fault of an answer, or null. The question is repeated until there is none. */
  readonly check?: (answer: string) => string | null;
}

/** Answers to choose from: a list, or an object with the strings that are shown for them. */
export type Choices<Value extends string> = readonly Value[] | Readonly<Record<Value, string>>;

interface Option<Value> {
  readonly value: Value;
  readonly label: string;
}

/**
 * Asks a question with a signal that aborts when the input ends. On Ctrl-D or at the end of the input, Node's line
 * reader closes silently. Without the signal, the process would end without an error while the question waits.
 */
const whileReadable = async <Value>(input: Readable, ask: (signal: AbortSignal) => Promise<Value>): Promise<Value> => {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  // The reader pauses the input when it closes. After an answer it does so too; by the next turn we no longer listen.
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
  // Of a record of labels, the keys are the values.
  return Object.entries<string>(choices).map(([value, label]) => ({ value: value as Value, label }));
};

/** The streams on which clack asks, and the signal that ends it. */
type Terms = Required<Pick<clack.CommonOptions, 'input' | 'output' | 'signal'>>;

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
    const options = { ...(fallback === undefined ? {} : { defaultValue: fallback }), placeholder: example, validate };
    return this.#settled((terms) => clack.text({ message: question, ...options, ...terms }));
  }

  async secret(question: string): Promise<string> {
    if (!this.#interactive) throw errors.E_PROMPT_NO_TERMINAL({ question });
    return this.#settled((terms) => clack.password({ message: question, ...terms }));
  }

  async confirm(question: string, { default: fallback }: { readonly default?: boolean }): Promise<boolean> {
    if (!this.#interactive) return this.#answer(question, fallback);
    // Pressing Enter must not mean yes unless yes is the default.
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
    // In the order they were offered, not in that of the keys that were pressed.
    return options.map(({ value }) => value as Value).filter((value) => answers.includes(value));
  }

  /** The answer; `PromptCancelled` when the question was left, by a key or because the input ended. */
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
