import { type Application, FrameworkError } from '@taproot/core';
import { workScopeOf } from '@taproot/core/internal';
import type { TracedWork, TraceEvent } from '@taproot/core/plugin';
import type { Logger } from 'pino';
import type { Cleaner } from './clean.ts';
import { traceIdIn } from './request-lines.ts';

/** The settings for the lines of work. */
export interface WorkLinesInit {
  readonly app: Application;
  readonly cleaner: Cleaner;
  /** The logger of a channel, with the level that is configured for it. */
  readonly logger: (channel: string) => Logger;
}

const linesOf = <Event extends TraceEvent>(
  { kind, channel, name, facts, passed }: TracedWork<Event>,
  { app, cleaner, logger }: WorkLinesInit,
): (() => void) => {
  const began = new WeakMap<Event, number>();
  const log = logger(kind);
  const write = (event: Event): void => {
    const scope = workScopeOf(event);
    if (scope?.app !== app) return;
    const failed = event.error !== undefined;
    const outcome = passed?.(event) ?? null;
    const level = failed ? 'error' : outcome === false ? 'warn' : 'info';
    if (!log.isLevelEnabled(level)) return;
    const { requestId, trace } = scope.origin;
    const what = `${kind} ${name(event)}`;
    const line = {
      ...cleaner.fields(facts?.(event) ?? {}),
      channel: kind,
      ms: Math.round((performance.now() - (began.get(event) ?? performance.now())) * 10) / 10,
      ...(requestId === '' ? {} : { requestId }),
      traceId: traceIdIn(trace['traceparent'] ?? ''),
      ...(outcome === null ? {} : { passed: outcome }),
      ...(event.error instanceof FrameworkError ? { code: event.error.code } : {}),
    };
    log[level](line, cleaner.text(failed ? `${what} failed` : what));
  };
  const subscriber = {
    start: (event: Event) => void began.set(event, performance.now()),
    end: (event: Event) => {
      if (event.pending !== true) write(event);
    },
    asyncEnd: write,
  };
  channel.subscribe(subscriber);
  return () => channel.unsubscribe(subscriber);
};

/** Writes a line for each piece of work on the channels that ask for lines. Call the returned function to stop. */
export const writeWorkLines = (init: WorkLinesInit): (() => void) => {
  const ends = init.app.plugins.flatMap(({ traces = [] }) =>
    traces.map((work) => work.open((one) => (one.line === true ? linesOf(one, init) : () => undefined))),
  );
  return () => {
    for (const end of ends) end();
  };
};
