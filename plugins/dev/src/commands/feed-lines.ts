import { createInterface } from 'node:readline';
import type { REPLServer } from 'node:repl';
import { PassThrough, type Readable } from 'node:stream';

/** An input for a prompt. It passes a line only when the line before is done, because Node's prompt would not wait for an `await`. */
export class LineFeed {
  /** The stream that the prompt reads. */
  readonly input = new PassThrough();

  /** Gives all lines to the prompt; resolves when it has ended. */
  async feed(source: Readable, server: REPLServer): Promise<void> {
    let prompted: () => void = () => undefined;
    let open = true;
    const ended = new Promise<void>((resolve) => {
      server.once('exit', () => {
        open = false;
        resolve();
      });
    });
    const displayPrompt = server.displayPrompt.bind(server);
    // Node calls this after each result and after each error.
    server.displayPrompt = (preserveCursor) => {
      displayPrompt(preserveCursor);
      prompted();
    };
    for await (const line of createInterface({ input: source })) {
      const done = new Promise<void>((resolve) => (prompted = resolve));
      this.input.write(`${line}\n`);
      await Promise.race([done, ended]);
      if (!open) return;
    }
    this.input.end();
    await ended;
  }
}
