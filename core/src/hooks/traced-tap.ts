import { tracingChannel } from 'node:diagnostics_channel';
import { channels } from '../trace/channels.ts';
import type { HookEvent } from '../trace/events.ts';
import { trace } from '../trace/trace.ts';
import type { TapRecord } from './any-hook.ts';

type Run = (...args: unknown[]) => unknown;

const { hook: channel } = channels;

/** A tap that publishes each call on the channel `taproot:hook`, if it has subscribers. */
export const tracedTap = (hook: string, tap: TapRecord): TapRecord => {
  const run = tap.fn as Run;
  const event = (): HookEvent => ({ hook, plugin: tap.name, replaced: false });
  const traced: Run =
    tap.type === 'async'
      ? // Its end is the call of its callback, the last argument.
        (...args) => tracingChannel<unknown, HookEvent>(channel).traceCallback(run, -1, event(), undefined, ...args)
      : (...args) => {
          const made = event();
          const tell = (result: unknown): void => {
            made.replaced = result !== undefined && result !== null && result !== args[0];
          };
          return trace(channel, made, () => run(...args), tell);
        };
  const fn: Run = (...args) => (channel.hasSubscribers ? traced(...args) : run(...args));
  return { ...tap, fn };
};
