import type { Application } from './application.ts';
import type { EndSignal, ServingLife } from './process-guard.ts';
import { passedSignal, type Word } from './worker-words.ts';

const tell = (word: Word, told?: () => void): void => void process.send?.(word, undefined, undefined, () => told?.());

/** What a worker tells its primary of the application it serves. */
export const workerLife = ({ config }: Application): ServingLife => {
  tell(`taproot:drains ${config.app.shutdown_timeout}`);
  return { signals, opened: () => tell('taproot:ready'), closed: leave };
};

const signals = (pass: (signal: EndSignal) => void): (() => void) => {
  const hear = (message: unknown): void => {
    const signal = passedSignal(message);
    if (signal !== null) pass(signal);
  };
  process.on('message', hear);
  return () => process.off('message', hear);
};

/**
 * Resolves once a worker that has drained may end. Connections that the primary had sent to it by then are on their way
 * still; they come before the primary's answer, and go back to be served by another. Node forgets them otherwise, and
 * their clients would wait for ever.
 */
const leave = (): Promise<void> =>
  new Promise((resolve) => {
    if (!process.connected) return resolve();
    process.once('disconnect', resolve);
    process.on('message', (word) => {
      if (word === ('taproot:left' satisfies Word)) tell('taproot:gone', resolve);
    });
    tell('taproot:leaving');
  });
