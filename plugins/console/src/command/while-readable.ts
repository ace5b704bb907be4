import type { Readable } from 'node:stream';

/**
 * Asks with a signal that is aborted when no answer can come any more: with Ctrl-D, or at the end of the input, Node's
 * reader of lines closes without a word, and the question would wait until the process ends for want of anything to do.
 */
export const whileReadable = async <Value>(
  input: Readable,
  ask: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> => {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  // The reader pauses the input when it closes. After an answer it does so too; by the next turn we no longer listen.
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
