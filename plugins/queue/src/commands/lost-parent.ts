/** Milliseconds between two looks. */
const often = 1000;

/**
 * Aborts when the parent process is gone, if that parent is npm. `npx` dies of SIGTERM without passing it on, and a worker that nobody can
 * stop would work on. Ends when `end` aborts.
 */
export const lostParent = (end: AbortSignal): AbortSignal => {
  const controller = new AbortController();
  if (process.env['npm_execpath'] === undefined) return controller.signal;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid !== parent) controller.abort();
  }, often);
  timer.unref();
  end.addEventListener('abort', () => clearInterval(timer), { once: true });
  return controller.signal;
};
