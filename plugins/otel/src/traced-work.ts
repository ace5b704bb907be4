import { type Attributes, SpanKind } from '@opentelemetry/api';
import type { Application } from '@taproot/core';
import type { AnyTracedWork, TracedWork, TraceEvent } from '@taproot/core/plugin';
import { cutText, isCredential, maskSecrets, maskText } from '@taproot/masking';
import { ActiveContext } from './active-context.ts';
import { durationsOf } from './durations.ts';
import { spansOf } from './work-spans.ts';

/** The longest name in characters. */
const longest = 500;

const kinds = {
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** Facts with masked values. `prefix` makes the attribute `mail.to` of the fact `to`. */
const attributesOf = (facts: Readonly<Record<string, string | number | boolean>>, prefix = ''): Attributes =>
  Object.fromEntries(
    Object.entries(maskSecrets(facts, false, isCredential) as Attributes).map(([name, value]) => [
      `${prefix}${name}`,
      value,
    ]),
  );

const spans = <Event extends TraceEvent>(
  store: ActiveContext,
  { kind, channel, name, facts, attributes, span = 'internal', async = false, root = false, passed }: TracedWork<Event>,
): (() => void) => {
  const known = (event: Event): Attributes => ({
    ...attributesOf(facts?.(event) ?? {}, `${kind}.`),
    ...attributesOf(attributes?.(event) ?? {}),
  });
  return spansOf(channel, store, {
    kind: kinds[span],
    async,
    root,
    name: (event) => `${kind} ${maskText(cutText(name(event), longest))}`,
    attributes: known,
    outcome: (event) => {
      const outcome = passed?.(event) ?? null;
      return { ...known(event), ...(outcome === null ? {} : { [`${kind}.passed`]: outcome }) };
    },
  });
};

const watchOne = <Event extends TraceEvent>(work: TracedWork<Event>): (() => void) => {
  const { channel, duration, async } = work;
  const ends = [
    spans(new ActiveContext(), work),
    duration === undefined ? () => undefined : durationsOf(channel, duration, async),
  ];
  return () => {
    for (const end of ends) end();
  };
};

/** For each channel: the number of applications that use it, and the function that ends its spans and measurements. */
const watched = new Map<object, { users: number; readonly end: () => void }>();

const watch = (work: AnyTracedWork): (() => void) =>
  work.open((one) => {
    // A channel belongs to the process: applications that share it must not make two spans of each piece of work.
    const known = watched.get(one.channel) ?? { users: 0, end: watchOne(one) };
    known.users++;
    watched.set(one.channel, known);
    return () => {
      known.users--;
      if (known.users > 0) return;
      watched.delete(one.channel);
      known.end();
    };
  });

/** Makes spans and measurements of the work that the plugins of an application declare. Call the returned function to stop. */
export const watchPlugins = ({ plugins }: Application): (() => void) => {
  const ends = plugins.flatMap(({ traces = [] }) => traces.map(watch));
  return () => {
    for (const end of ends) end();
  };
};
