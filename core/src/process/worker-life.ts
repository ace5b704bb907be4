import type { Application } from '../application/application.ts';
import type { EndSignal } from './process-events.ts';
import type { ServingLife } from './process-guard.ts';
import { hearPrimary, tellPrimary } from './protocol.ts';

/** Reports the state of the application in a worker to the primary. */
export const workerLife = ({ config }: Application): ServingLife => {
  tellPrimary({ taproot: 'drains', seconds: config.app.shutdown_timeout });
  return { signals, opened: () => tellPrimary({ taproot: 'ready' }), closed: leave };
};

const signals = (pass: (signal: EndSignal) => void): (() => void) =>
  hearPrimary((message) => {
    if (message.taproot === 'end') pass(message.signal);
  });

/**
 * Resolves once a worker that has drained may end. Connections that the primary had sent to it by then are on their way
 * still; they come before the primary's answer, and go back to be served by another. Node forgets them otherwise, and
 * their clients would wait for ever.
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
