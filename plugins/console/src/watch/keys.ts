import type { ReadStream } from 'node:tty';

/** The action of each key, by its letter. */
export type Keys = Readonly<Record<string, () => void>>;

const interrupt = '\u0003';

/**
 * Reads single keys of a terminal until the function it returns is called. Ctrl-C is `q`: in this mode the terminal sends
 * no SIGINT for it.
 */
export const readKeys = (stdin: ReadStream, keys: Keys): (() => void) => {
  const onData = (text: string): void => {
    for (const key of text) keys[key === interrupt ? 'q' : key.toLowerCase()]?.();
  };
  stdin.setRawMode(true);
  stdin.setEncoding('utf8').on('data', onData).resume();
  return () => {
    stdin.off('data', onData).pause();
    stdin.setRawMode(false);
  };
};
