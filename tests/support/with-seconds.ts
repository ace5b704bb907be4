import { jest } from '@jest/globals';

const real = ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const;
const timeouts = ['setTimeout', 'clearTimeout'] as const;

type Names = readonly (typeof real | typeof timeouts)[number][];

const withFake = async (doNotFake: Names, work: (pass: (milliseconds: number) => void) => Promise<void>) => {
  jest.useFakeTimers({ doNotFake: [...doNotFake] });
  try {
    await work((milliseconds) => {
      jest.advanceTimersByTime(milliseconds);
    });
  } finally {
    jest.useRealTimers();
  }
};

/**
 * Calls `work` with a function that lets one second pass at once for the intervals that `work` starts, such as the clock of
 * an application that it opens. Everything else keeps the true time.
 */
export const withSeconds = (work: (pass: () => void) => Promise<void>): Promise<void> =>
  withFake([...real, ...timeouts], (pass) => work(() => pass(1000)));

/** Like `withSeconds`, for intervals and time-outs, by milliseconds. Sockets and promises keep the true time. */
export const withTimers = (work: (pass: (milliseconds: number) => void) => Promise<void>): Promise<void> =>
  withFake(real, work);
