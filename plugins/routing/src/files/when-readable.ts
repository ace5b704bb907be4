import type { Readable } from 'node:stream';

/** Settles once a stream has its first bytes, its end, or the error it fails with; nothing is read from it. */
export const whenReadable = (stream: Readable): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => (): void => {
      stream.off('readable', ready).off('close', ready).off('error', fail);
      act();
    };
    const ready = settle(resolve);
    const fail = (error: Error): void => settle(() => reject(error))();
    if (stream.destroyed) return stream.errored === null ? resolve() : reject(stream.errored);
    stream.on('readable', ready).on('close', ready).on('error', fail);
  });
