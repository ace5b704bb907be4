import { type EndSignal, endSignals } from './process-guard.ts';

/** What worker and primary tell each other. */
export type Word = 'taproot:ready' | 'taproot:leaving' | 'taproot:left' | 'taproot:gone' | DrainsWord | EndWord;

/** Tells a worker to end as by that signal. */
type EndWord = `taproot:${EndSignal}`;

/** How many seconds the worker may take to drain, told before it serves. */
type DrainsWord = `taproot:drains ${number}`;

const drains = 'taproot:drains ';

/** The seconds that a worker told; null for any other message. */
export const drainSeconds = (message: unknown): number | null => {
  if (typeof message !== 'string' || !message.startsWith(drains)) return null;
  const seconds = Number(message.slice(drains.length));
  return Number.isNaN(seconds) ? null : seconds;
};

/** The word that passes a signal on. */
export const endWord = (signal: EndSignal): EndWord => `taproot:${signal}`;

/** The signal that was passed on; null for any other message. */
export const passedSignal = (message: unknown): EndSignal | null =>
  endSignals.find((signal) => message === endWord(signal)) ?? null;
