import { SpanKind } from '@opentelemetry/api';
import { channels, didYouMean } from '@taproot/core/plugin';
import { ActiveContext } from './active-context.ts';
import type { OtelConfig, OtelSpan } from './config.ts';
import { durationsOf } from './durations.ts';
import { errors } from './errors.ts';
import { watchOutgoing } from './outgoing-requests.ts';
import type { RequestMetrics } from './request-metrics.ts';
import { RequestSpans } from './request-spans.ts';
import { spansOf } from './work-spans.ts';

/** `db.system.name` of the drivers. */
const systems: Readonly<Record<string, string>> = { pgsql: 'postgresql', mysql: 'mysql', sqlite: 'sqlite' };

// Strings of SQL (`'it''s'`), strings of PostgreSQL (`E'it\'s'`, and between dollars), and numbers that follow a comparison. A string
// without its closing quote extends to the end of the text, because searching for the end again after each quote would be slow.
const literals =
  /\bE'(?:[^'\\]|''|\\[^])*(?:'|\\?$)|'(?:[^']|'')*(?:'|$)|\$(\w{0,63})\$[^]*?(?:\$\1\$|$)|(?<=[=<>]\s{0,8})\d[\d.]*\b/gi;
// MySQL reads double quotes as strings, too, and backslashes inside.
const literalsOfMysql = /'(?:[^'\\]|''|\\[^])*(?:'|\\?$)|"(?:[^"\\]|""|\\[^])*(?:"|\\?$)|(?<=[=<>]\s{0,8})\d[\d.]*\b/g;

/**
 * The text of a statement with `?` instead of its literals. Values are usually bound, but a statement written by hand
 * may contain a password.
 */
export const queryText = (sql: string, driver: string): string =>
  sql.replaceAll(driver === 'mysql' ? literalsOfMysql : literals, '?');

const operation = (sql: string): string => /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';

const known = (name: string, value: boolean | number | null) => (value === null ? {} : { [name]: value });

/** Makes spans for each kind of work below a request. */
const makers: Readonly<Record<OtelSpan, (store: ActiveContext) => () => void>> = {
  middleware: (store) =>
    spansOf(channels.middleware, store, {
      name: ({ signature }) => `middleware ${signature}`,
      attributes: ({ signature }) => ({ 'taproot.middleware': signature }),
    }),
  handler: (store) =>
    spansOf(channels.handler, store, {
      name: ({ route }) => `handler ${route?.handler ?? 'none'}`,
      attributes: ({ route }) =>
        route === null ? {} : { 'http.route': route.path, 'code.function.name': route.handler },
    }),
  hook: (store) =>
    spansOf(channels.hook, store, {
      name: ({ hook, plugin }) => `hook ${hook} ${plugin}`,
      attributes: ({ hook, plugin }) => ({ 'taproot.hook': hook, 'taproot.plugin': plugin }),
    }),
  validation: (store) =>
    spansOf(channels.validation, store, {
      name: () => 'validation',
      attributes: ({ rules }) => ({ 'taproot.validation.fields': Object.keys(rules) }),
      outcome: ({ passed }) => known('taproot.validation.passed', passed),
    }),
  query: (store) =>
    spansOf(channels.query, store, {
      kind: SpanKind.CLIENT,
      name: ({ sql }) => operation(sql),
      attributes: ({ sql, driver, connection }) => ({
        'db.system.name': systems[driver] ?? driver,
        'db.operation.name': operation(sql),
        'db.query.text': queryText(sql, driver),
        'taproot.connection': connection,
      }),
    }),
  throttle: (store) =>
    spansOf(channels.throttle, store, {
      name: ({ limiter }) => `throttle ${limiter}`,
      attributes: ({ limiter }) => ({ 'taproot.limiter': limiter }),
      outcome: ({ allowed }) => known('taproot.allowed', allowed),
    }),
  gate: (store) =>
    spansOf(channels.gate, store, {
      name: ({ ability }) => `gate ${ability}`,
      attributes: ({ ability }) => ({ 'taproot.ability': ability }),
      outcome: ({ allowed }) => known('taproot.allowed', allowed),
    }),
  fetch: watchOutgoing,
};

const requests = (
  store: ActiveContext,
  except: readonly string[],
  shown: (path: string) => string,
  metrics: RequestMetrics,
): (() => void) => {
  const { request } = channels;
  const spans = new RequestSpans(except, shown);
  const subscriber: Parameters<typeof request.subscribe>[0] = {
    start: (event) => metrics.begin(event),
    // The response is complete. An upgraded connection, and its span, may last for hours.
    asyncStart: (event) => metrics.end(event),
    asyncEnd: (event) => spans.end(event),
  };
  request.start.bindStore(store, (event) => spans.begin(event));
  request.subscribe(subscriber);
  return () => {
    request.start.unbindStore(store);
    request.unsubscribe(subscriber);
    metrics.close();
  };
};

const queries = (): (() => void) =>
  durationsOf(channels.query, {
    name: 'db.client.operation.duration',
    description: 'Duration of database client operations.',
    attributes: ({ sql, driver, connection }) => ({
      'db.system.name': systems[driver] ?? driver,
      'db.operation.name': operation(sql),
      'taproot.connection': connection,
    }),
  });

const commands = (store: ActiveContext): (() => void) =>
  spansOf(channels.command, store, {
    root: true,
    name: ({ command }) => `command ${command}`,
    attributes: ({ command }) => ({ 'taproot.command': command }),
    outcome: ({ exitCode }) => known('process.exit.code', exitCode),
  });

/**
 * Subscribes to the channels of this process. Call the returned function to unsubscribe. `shown` masks the secrets in a path. `metrics`
 * measures requests.
 *
 * @throws E_OTEL_SPAN
 */
export const subscribe = (
  { spans, except }: OtelConfig,
  shown: (path: string) => string,
  metrics: RequestMetrics,
): (() => void) => {
  const names = Object.keys(makers);
  for (const span of spans)
    if (!names.includes(span))
      throw errors.E_OTEL_SPAN({ span, hint: didYouMean(span, names), known: names.join(', ') });
  const store = new ActiveContext();
  const ends = [
    requests(store, except, shown, metrics),
    queries(),
    commands(store),
    ...spans.map((span) => makers[span](store)),
  ];
  return () => {
    for (const end of ends) end();
  };
};
