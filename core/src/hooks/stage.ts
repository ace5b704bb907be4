/**
 * When a tap runs, within the hook it taps; a tap that names no stage runs between `callback` and `server`.
 *
 * @example app.hooks.boot.tapPromise({ name: 'mail', stage: Stage.first }, () => mailer.connect())
 */
export const Stage = Object.freeze({
  /** Before everything else of the hook: what other plugins need as soon as they run. */
  first: -1000,
  /** In `boot`: `withMiddleware()`. */
  middleware: -300,
  /** In `boot`: builder steps that name no other stage. */
  steps: -200,
  /** In `boot`: `withRouting()`. */
  routing: -100,
  /** In `boot`: `withCallback()`. */
  callback: -50,
  /** In `start` the server opens, after all plugins have started. In `shutdown` it drains, before any plugin closes. */
  server: 500,
  /** After everything else of the hook: what other plugins may need until they have closed. */
  last: 1000,
});

const names: ReadonlyMap<number, string> = new Map([
  ...Object.entries(Stage).map(([name, stage]) => [stage, name] as const),
  [-Stage.server, 'server'],
]);

/** `first` for -1000; the number itself as text where it has no name. */
export const stageName = (stage: number): string => names.get(stage) ?? String(stage);
