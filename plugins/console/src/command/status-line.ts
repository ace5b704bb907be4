import { stripVTControlCharacters } from 'node:util';
import { displayWidth } from '../output/display-width.ts';
import type { Terminal } from '../output/terminal.ts';

const frames = ['◒', '◐', '◓', '◑'];
const frameTime = 80;
// The frame and the space after it; some terminals begin a new line after the last column.
const besideText = 3;
const clearLine = '\r\u001b[2K';

/** The beginning of a text that fits into `width` columns. A text that is cut loses its colours. */
const fitted = (text: string, width: number): string => {
  const plain = stripVTControlCharacters(text);
  if (displayWidth(plain) <= width) return text;
  let cut = '';
  for (const character of plain) {
    if (displayWidth(cut + character) >= width) break;
    cut += character;
  }
  return `${cut}…`;
};

/**
 * One line of a terminal that is redrawn during work. It only writes: the command handles keyboard and signals, and the
 * cursor stays visible, so nothing must be restored when the process ends.
 */
export class StatusLine {
  readonly #terminal: Terminal;
  #text: string;
  #frame = 0;
  readonly #timer: NodeJS.Timeout;

  constructor(terminal: Terminal, text: string) {
    this.#terminal = terminal;
    this.#text = text;
    this.#draw();
    this.#timer = setInterval(() => this.#draw(), frameTime).unref();
  }

  /** The text to show from the next frame on. */
  set text(text: string) {
    this.#text = text;
  }

  /** Leaves the text behind, marked as done or as failed. */
  end(done: boolean, text: string): void {
    clearInterval(this.#timer);
    const { style } = this.#terminal;
    this.#write(done ? style.green('◇') : style.red('▲'), text);
    this.#terminal.stdout.write('\n');
  }

  #draw(): void {
    const frame = frames[this.#frame++ % frames.length] ?? '';
    this.#write(this.#terminal.style.magenta(frame), this.#text);
  }

  #write(mark: string, text: string): void {
    const { stdout, columns } = this.#terminal;
    const line = text.replaceAll(/\s+/g, (blank) => (/[\r\n]/.test(blank) ? ' ' : blank));
    stdout.write(`${clearLine}${mark} ${fitted(line, columns - besideText)}`);
  }
}
