// Node fires a timer beyond 2^31 - 1 ms at once, and adds a second to some it is given; 23 days are as good as no end.
const longest = 2_000_000_000;

/** Seconds of the configuration, Infinity among them, as milliseconds that a timer takes. */
export const timerMilliseconds = (seconds: number): number => Math.min(Math.round(seconds * 1000), longest);
