/** Milliseconds. */
const connectTimeout = 2000;
const longestRetry = 1000;
// Not less: ioredis counts the time in which this process was busy or stopped, and had the answer in its socket unread.
const silence = 5000;
// ioredis waits so long for the end of a connection even where there is none.
const disconnectTimeout = 100;

/**
 * Options for a client of ioredis that fails at once rather than later: nothing waits for a connection or is sent twice, a
 * connection that says nothing is given up, and a new one is tried at least every second. Of one client each.
 */
export const redisSettings = () => ({
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout,
  disconnectTimeout,
  socketTimeout: silence,
  retryStrategy: (attempt: number): number => Math.min(attempt * 100, longestRetry),
  reconnectOnError: onceInAWhile(({ message }) => message.startsWith('READONLY')),
});

/**
 * After a failover the old primary is a replica, and only a new connection leads to the new one. Every command under way
 * says so; one of them is enough.
 */
const onceInAWhile = (asks: (error: Error) => boolean): ((error: Error) => boolean) => {
  let last = Number.NEGATIVE_INFINITY;
  return (error) => {
    const now = performance.now();
    if (!asks(error) || now - last < longestRetry) return false;
    last = now;
    return true;
  };
};
