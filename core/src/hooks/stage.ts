/**
 * When a tap runs, compared with the other taps of its hook. A tap without a stage runs between `callback` and `server`.
 *
 * @example app.hooks.boot.tapPromise({ name: 'mail', stage: Stage.first }, () => mailer.connect())
 */
export const Stage = Object.freeze({
  /** Before all other taps: for what other plugins need as soon as they run. */
  first: -1000,
  /** In `boot`: `withMiddleware()`. */
  middleware: -300,
  /** In `boot`: builder steps without a stage of their own. */
  steps: -200,
  /** In `boot`: `withRouting()`. */
  routing: -100,
  /** In `boot`: `withCallback()`. */
  callback: -50,
  /** In `start` the server opens, after all plugins have started. In `shutdown` it drains, before any plugin closes. */
  server: 500,
  /** After all other taps: for what other plugins may need until they have closed. */
  last: 1000,
});

const names: ReadonlyMap<number, string> = new Map([
  ...Object.entries(Stage).map(([name, stage]) => [stage, name] as const),
  [-Stage.server, 'server'],
]);

/** The name of a stage, `first` for -1000; the number as text if the stage has no name. */
export const stageName = (stage: number): string => names.get(stage) ?? String(stage);
