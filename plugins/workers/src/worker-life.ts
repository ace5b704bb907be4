import { url as debuggerUrl } from 'node:inspector';
import { type EndSignal, hearPrimary, type OpenRequest, tellPrimary } from './protocol.ts';

/** Functions with which the application of a worker reports its state to the primary. */
export interface WorkerLife {
  /** Called before the application serves, with a function that passes signals to it. Returns a function that stops passing signals. */
  readonly signals: (pass: (signal: EndSignal) => void) => () => void;
  /** Called when the application serves. */
  readonly opened: () => void;
  /** Called after the application has closed and before the process ends, which waits for the promise. */
  readonly closed: () => Promise<void>;
}

/**
 * Reports the state of the application in a worker to the primary. The application may need `drainSeconds` to close. `openRequests` lists
 * the requests without a response, the oldest first.
 */
export type MakeWorkerLife = (drainSeconds: number, openRequests: () => readonly OpenRequest[]) => WorkerLife;

/** Answers the primary from now on, also while the application boots. */
export const joinPool = (): MakeWorkerLife => {
  let open: () => readonly OpenRequest[] = () => [];
  hearPrimary((message) => {
    if (message.taproot !== 'ask') return;
    tellPrimary({ taproot: 'answer', requests: open(), debugged: debuggerUrl() !== undefined });
  });
  // A service manager sends the signal to every process, and it would end one that has no log file.
  if (process.platform !== 'win32') process.on('SIGUSR2', () => undefined);
  return (drainSeconds, openRequests) => {
    open = openRequests;
    tellPrimary({ taproot: 'drains', seconds: drainSeconds });
    return { signals, opened: () => tellPrimary({ taproot: 'ready' }), closed: leave };
  };
};

const signals = (pass: (signal: EndSignal) => void): (() => void) =>
  hearPrimary((message) => {
    if (message.taproot === 'end') pass(message.signal);
  });

/**
 * Resolves when a drained worker may end. The primary may have sent it connections that are still on their way. They arrive before the
 * primary's answer, and then go back to another worker. Otherwise Node would forget them, and their clients would wait forever.
 */
const leave = (): Promise<void> =>
  new Promise((resolve) => {
    if (!process.connected) return resolve();
    process.once('disconnect', resolve);
    hearPrimary((message) => {
      if (message.taproot === 'left') tellPrimary({ taproot: 'gone' }, resolve);
    });
    tellPrimary({ taproot: 'leaving' });
  });
