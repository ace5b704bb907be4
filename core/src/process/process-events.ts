/** The signals that make a process finish its requests and end. */
export const endSignals = ['SIGINT', 'SIGTERM'] as const;

/** Ends a process that serves. */
export type EndSignal = (typeof endSignals)[number];

/** Listeners for the events of the process. */
export interface ProcessWatcher {
  signal(signal: EndSignal): void;
  rejection(reason: unknown): void;
  exception(error: unknown): void;
  /** Called when nothing keeps the process running any more. */
  idle(): void;
}

// One listener serves all watchers: a process may serve many applications, and Node warns of more than ten listeners.
const watchers = new Set<ProcessWatcher>();

const callEach = (call: (watcher: ProcessWatcher) => void): void => {
  for (const watcher of watchers) call(watcher);
};
const onSignal = (signal: EndSignal): void => callEach((watcher) => watcher.signal(signal));
const onRejection = (reason: unknown): void => callEach((watcher) => watcher.rejection(reason));
const onException = (error: unknown): void => callEach((watcher) => watcher.exception(error));
const onIdle = (): void => callEach((watcher) => watcher.idle());
const ignore = (): void => undefined;

const listen = (): void => {
  for (const signal of endSignals) process.on(signal, onSignal);
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  process.on('beforeExit', onIdle);
  // A closed output (EPIPE) must not end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', ignore);
};

const stopListening = (): void => {
  for (const signal of endSignals) process.off(signal, onSignal);
  process.off('unhandledRejection', onRejection);
  process.off('uncaughtException', onException);
  process.off('beforeExit', onIdle);
  for (const output of [process.stdout, process.stderr]) output.off('error', ignore);
};

/** Calls the watcher on events of the process, beside all others. */
export const watchProcess = (watcher: ProcessWatcher): void => {
  watchers.add(watcher);
  if (watchers.size === 1) listen();
};

/** Stops watching. Returns whether this was the last watcher. */
export const unwatchProcess = (watcher: ProcessWatcher): boolean => {
  if (watchers.delete(watcher) && watchers.size === 0) stopListening();
  return watchers.size === 0;
};
