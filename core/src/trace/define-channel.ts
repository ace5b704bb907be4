import { errors } from '../errors/errors.ts';
import { channels, type TraceChannel, traceChannel } from './channels.ts';
import type { TraceEvent } from './events.ts';
import { noteWork, type Origin, scopeOf, type TracedApplication, withinScope } from './origin.ts';
import { trace } from './trace.ts';
import { type AnyTracedWork, isKind, type TracedWork, tracedWork } from './traced-work.ts';

/** How tools show the work of a channel; see `defineChannel()`. */
export interface ChannelDefinition<Facts extends object>
  extends Omit<TracedWork<Facts & TraceEvent>, 'kind' | 'channel' | 'async' | 'root'> {
  /** Whether the log has a line for each piece of work. True by default. */
  readonly line?: boolean;
}

/** A kind of work, as `defineChannel()` makes it. List it under `traces` of the plugin. */
export interface WorkChannel<Facts extends object> extends AnyTracedWork {
  /** The channel of Node, `taproot:job` for the kind `job`. */
  readonly channel: TraceChannel<Facts & TraceEvent>;
  /**
   * Runs a piece of work. Returns the result of `work`; a promise stays the same object. `work` may write into the facts, such as whether it
   * passed. `origin`, of `originOf()`, is where work comes from that was stored in the meantime: lines and spans then have the request id and
   * the trace of that.
   *
   * @example await jobs.run(app, { job: 'invoice.send', id: 7 }, () => handle(payload), origin);
   */
  run<Result>(app: TracedApplication, facts: Facts, work: (facts: Facts) => Result, origin?: Origin): Result;
}

/**
 * Defines a kind of work of your own, such as a job or a mail. Devtools show each piece of it as a step of its request, or as an entry if
 * there is no request; OpenTelemetry as a span; the log as a line. All of them have the request id and the trace that the work comes from.
 *
 * @example export const jobs = defineChannel('job', { name: ({ job }: { job: string; id: number }) => job, facts: ({ id }) => ({ id }) });
 * @throws E_CHANNEL_KIND for a kind that is not one word in lower case, or that Taproot has.
 */
export const defineChannel = <Facts extends object>(
  kind: string,
  definition: ChannelDefinition<Facts>,
): WorkChannel<Facts> => {
  if (!isKind(kind) || kind in channels) throw errors.E_CHANNEL_KIND({ kind: JSON.stringify(kind) });
  const channel = traceChannel<Facts & TraceEvent>(`taproot:${kind}`);
  return Object.freeze({
    ...tracedWork<Facts & TraceEvent>({ line: true, ...definition, kind, channel, root: true }),
    channel,
    run<Result>(app: TracedApplication, facts: Facts, work: (facts: Facts) => Result, origin?: Origin): Result {
      const scope = scopeOf(app, origin);
      return withinScope(scope, () => {
        const event: Facts & TraceEvent = { ...facts };
        if (!channel.hasSubscribers) return work(event);
        noteWork(event, scope);
        return trace(channel, event, () => work(event));
      });
    },
  });
};
