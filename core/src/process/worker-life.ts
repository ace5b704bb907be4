import type { Application } from '../application/application.ts';
import { type EndSignal, endSignals } from './process-events.ts';
import type { ServingLife } from './process-guard.ts';

/** The messages between worker and primary. */
export type Word =
  | 'taproot:ready'
  | 'taproot:json'
  | 'taproot:leaving'
  | 'taproot:left'
  | 'taproot:gone'
  | DrainsWord
  | EndWord;

/** Tells a worker to end as by that signal. */
type EndWord = `taproot:${EndSignal}`;

/** How many seconds the worker may take to drain. Sent before it serves. */
type DrainsWord = `taproot:drains ${number}`;

const drains = 'taproot:drains ';

/** The seconds in the message of a worker; null for any other message. */
export const drainSeconds = (message: unknown): number | null => {
  if (typeof message !== 'string' || !message.startsWith(drains)) return null;
  const seconds = Number(message.slice(drains.length));
  return Number.isNaN(seconds) ? null : seconds;
};

/** The word that passes a signal on. */
export const endWord = (signal: EndSignal): EndWord => `taproot:${signal}`;

/** The signal that was passed on; null for any other message. */
const passedSignal = (message: unknown): EndSignal | null =>
  endSignals.find((signal) => message === endWord(signal)) ?? null;

const tell = (word: Word, told?: () => void): void => void process.send?.(word, undefined, undefined, () => told?.());

/** Reports the state of the application in a worker to the primary. */
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
 * Resolves when a drained worker may end. The primary may have sent it connections that are still on their way. They
 * arrive before the primary's answer, and go back to be served by another worker. Otherwise Node would forget them, and
 * their clients would wait forever.
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
