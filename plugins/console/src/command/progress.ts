import type { Terminal } from '../output/terminal.ts';

/** Tells that a step is done, or several; `text` says what comes now. */
export type Advance = (steps?: number, text?: string) => void;

/** Runs the work behind a spinner; without a terminal a line says that it began, and one how it ended. */
export const spin = async <Value>(terminal: Terminal, text: string, work: () => Promise<Value>): Promise<Value> => {
  const { interactive, stdout } = terminal;
  if (!interactive) return inLines(terminal, text, work, () => 'done');
  const { spinner } = await import('@clack/prompts');
  const shown = spinner({ output: stdout });
  return around(shown, text, work, () => text);
};

/** Runs the work behind a bar; without a terminal a line says that it began, and one how far it came. */
export const progress = async <Value>(
  terminal: Terminal,
  { text, total }: { readonly text: string; readonly total: number },
  work: (advance: Advance) => Promise<Value>,
): Promise<Value> => {
  let done = 0;
  if (!terminal.interactive) {
    const count: Advance = (steps = 1) => {
      done += steps;
    };
    return inLines(
      terminal,
      text,
      () => work(count),
      () => `${done} of ${total}`,
    );
  }
  const { progress: bar } = await import('@clack/prompts');
  const shown = bar({ output: terminal.stdout, max: Math.max(total, 1) });
  const advance: Advance = (steps = 1, now = '') => {
    done += steps;
    shown.advance(steps, `${text} ${done}/${total}${now === '' ? '' : ` ${now}`}`);
  };
  return around(
    shown,
    text,
    () => work(advance),
    () => `${text} ${done}/${total}`,
  );
};

interface Shown {
  start(text: string): void;
  stop(text: string): void;
  error(text: string): void;
}

const around = async <Value>(
  shown: Shown,
  text: string,
  work: () => Promise<Value>,
  end: () => string,
): Promise<Value> => {
  shown.start(text);
  try {
    const value = await work();
    shown.stop(end());
    return value;
  } catch (error) {
    shown.error(end());
    throw error;
  }
};

const inLines = async <Value>(
  { stdout }: Terminal,
  text: string,
  work: () => Promise<Value>,
  end: () => string,
): Promise<Value> => {
  stdout.write(`${text} ...\n`);
  try {
    const value = await work();
    stdout.write(`${text}: ${end()}\n`);
    return value;
  } catch (error) {
    stdout.write(`${text}: failed\n`);
    throw error;
  }
};
