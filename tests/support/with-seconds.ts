import { jest } from '@jest/globals';

const real = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setTimeout',
  'clearTimeout',
] as const;

/**
 * Calls `work` with what lets a second pass at once for the intervals that it starts, such as the clock of an application
 * that it opens. Everything else keeps the true time.
 */
export const withSeconds = async (work: (pass: () => void) => Promise<void>): Promise<void> => {
  jest.useFakeTimers({ doNotFake: [...real] });
  try {
    await work(() => {
      jest.advanceTimersByTime(1000);
    });
  } finally {
    jest.useRealTimers();
  }
};
