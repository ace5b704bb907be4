import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const internal = /[\\/](?:plugins[\\/]routing[\\/](?:src|dist)|@taproot[\\/]routing[\\/](?:src|dist))[\\/]/;

const position = /(?:\(|at )((?:file:\/\/)?[^()\s]+):(\d+):\d+\)?$/;

/** Where in the author's code something was registered. Formatted only when asked: the stack costs more than the route. */
export class Place {
  readonly #trace: { stack?: string } = {};
  #text: string | null = null;

  constructor() {
    Error.captureStackTrace(this.#trace, Place);
  }

  /** `routes/api.ts:12`, relative to the working directory; empty when unknown. */
  toString(): string {
    this.#text ??= this.#locate();
    return this.#text;
  }

  #locate(): string {
    const frames = this.#trace.stack?.split('\n').slice(1) ?? [];
    const outside = frames.filter((frame) => !internal.test(frame) && !frame.includes('node:'));
    const location = outside.map((frame) => position.exec(frame)).find((found) => found !== null);
    if (location?.[1] === undefined) return '';
    const file = location[1].startsWith('file:') ? fileURLToPath(location[1]) : location[1];
    return `${relative(process.cwd(), file)}:${location[2]}`;
  }
}
