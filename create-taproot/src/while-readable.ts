import type { Readable } from 'node:stream';

/**
 * Asks a question with a signal that aborts when the input ends. At the end of the input (Ctrl-D), Node's line reader closes silently.
 * Without the signal, the process would then end without an error.
 */
export const whileReadable = async <Value>(
  input: Readable,
  ask: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  // The reader also pauses the input after an answer. So this waits one turn: after an answer, `finally` clears the timer before it runs.
  let turn: NodeJS.Immediate | undefined;
  const paused = (): void => {
    turn ??= setImmediate(abort);
  };
  if (input.readableEnded || input.destroyed) abort();
  input.on('pause', paused).on('end', paused).on('close', paused);
  try {
    return await ask(controller.signal);
  } finally {
    clearImmediate(turn);
    input.off('pause', paused).off('end', paused).off('close', paused);
  }
};
