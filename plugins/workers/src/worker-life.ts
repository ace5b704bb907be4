import { type EndSignal, hearPrimary, tellPrimary } from './protocol.ts';

/** How the application of a worker tells its primary of its life. */
export interface WorkerLife {
  /** Called before it serves, with what passes a signal on; returns what stops that. */
  readonly signals: (pass: (signal: EndSignal) => void) => () => void;
  /** Called once it serves. */
  readonly opened: () => void;
  /** Called, and waited for, between the end of the application and that of its process. */
  readonly closed: () => Promise<void>;
}

/** Reports the state of the application in a worker to the primary. It may take `drainSeconds` to close. */
export const workerLife = (drainSeconds: number): WorkerLife => {
  tellPrimary({ taproot: 'drains', seconds: drainSeconds });
  return { signals, opened: () => tellPrimary({ taproot: 'ready' }), closed: leave };
};

const signals = (pass: (signal: EndSignal) => void): (() => void) =>
  hearPrimary((message) => {
    if (message.taproot === 'end') pass(message.signal);
  });

/**
 * Resolves when a drained worker may end. The primary may have sent it connections that are still on their way. They
 * arrive before the primary's answer, and go back to be served by another worker. Otherwise Node would forget them, and
 * their clients would wait forever.
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
