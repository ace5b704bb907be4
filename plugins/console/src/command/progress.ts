import type { Terminal } from '../output/terminal.ts';
import { StatusLine } from './status-line.ts';

/** Reports that one or several steps are done; `text` names the next step. */
export type Advance = (steps?: number, text?: string) => void;

const barWidth = 20;

/** Shows a spinner while the work runs. Without a terminal, it prints one line at the start and one at the end. */
export const spin = async <Value>(terminal: Terminal, text: string, work: () => Promise<Value>): Promise<Value> =>
  terminal.interactive
    ? around(new StatusLine(terminal, text), work, () => text)
    : inLines(terminal, text, work, () => 'done');

/** Shows a progress bar while the work runs. Without a terminal, it prints one line at the start and one at the end. */
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
  const reached = (): string => `${text} ${done}/${total}`;
  const line = new StatusLine(terminal, `${bar(terminal, 0, total)} ${reached()}`);
  const advance: Advance = (steps = 1, now = '') => {
    done += steps;
    line.text = `${bar(terminal, done, total)} ${reached()}${now === '' ? '' : ` ${now}`}`;
  };
  return around(line, () => work(advance), reached);
};

const bar = ({ style }: Terminal, done: number, total: number): string => {
  const share = total > 0 ? Math.min(Math.max(done / total, 0), 1) : 1;
  const full = Math.round(share * barWidth);
  return style.magenta('━'.repeat(full)) + style.dim('─'.repeat(barWidth - full));
};

const around = async <Value>(line: StatusLine, work: () => Promise<Value>, end: () => string): Promise<Value> => {
  try {
    const value = await work();
    line.end(true, end());
    return value;
  } catch (error) {
    line.end(false, end());
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
