import { runInNewContext } from 'node:vm';

/**
 * Gives what `work` returns, and throws where it has not ended after seconds. For patterns, whose steps cannot be counted:
 * the input must be one on which a slow pattern takes minutes, and a good one milliseconds. Not for work that waits.
 */
export const endsSoon = <Result>(work: () => Result): Result =>
  runInNewContext('work()', { work }, { timeout: 5000 }) as Result;
