import { cutText, maskText } from '@taproot/masking';
import type { HttpContext } from '../exchange/http-context.ts';
import { errorView } from '../shared/error-view.ts';
import { maskFields, maskHeaders, maskQuery } from './mask.ts';

/** Facts of one kind, by name. */
export interface FactGroup {
  readonly title: string;
  readonly facts: readonly (readonly [name: string, value: unknown])[];
  /** Whether the page hides them until the reader opens them. */
  readonly folded: boolean;
}

const longestText = 2000;

type Facts = [name: string, value: unknown][];

/**
 * The members of the object that `read` returns. A member that cannot be read becomes a note, so that its error does not replace the page.
 */
const entriesOf = (name: string, read: () => object, masked = maskFields): Facts => {
  try {
    return Object.entries(Object(masked({ ...read() })) as object);
  } catch (failure) {
    return [[name, `cannot be shown: ${errorView(failure, true).message}`]];
  }
};

/** The parsed body, if it was read. Does not read it. */
const bodyFacts = (ctx: HttpContext): Facts => {
  const request = ctx.request();
  const { readBody } = request;
  if (readBody === null) return request.expectsBody() ? [['Body', 'not read']] : [];
  if (readBody.value === undefined) return [];
  if (readBody.fields !== null) return entriesOf('Body', () => ({ ...readBody.fields }));
  const { value } = readBody;
  return [['Body', typeof value === 'string' ? maskText(cutText(value, longestText)) : maskFields(value)]];
};

/** Facts that plugins add about the request, for example its user. */
const pluginFacts = (ctx: HttpContext): Facts =>
  ctx.site.app.plugins.flatMap(({ name, facts }) => (facts === undefined ? [] : entriesOf(name, () => facts(ctx))));

/** Facts about the failed request, the most useful first. Credentials are masked. */
export const requestFacts = (ctx: HttpContext): FactGroup[] => {
  const request = ctx.request();
  const info = ctx.route?.info;
  const route: Facts =
    info === undefined
      ? [['Route', 'none matched']]
      : [
          ['Route', info.path],
          ['Name', info.name],
          ['Handler', info.handler],
          ['Registered at', info.place],
          ['Middleware', info.middleware.join(', ')],
        ];
  const general: Facts = [
    ['Request id', request.id()],
    ...route,
    ['Client', request.ip()],
    ['Locale', ctx.locale()],
    ...pluginFacts(ctx),
  ];
  const groups: FactGroup[] = [
    { title: 'Request', facts: general.filter(([, value]) => value !== ''), folded: false },
    { title: 'Route parameters', facts: entriesOf('Parameters', () => ctx.exchange.params), folded: false },
    { title: 'Query', facts: entriesOf('Query', () => request.queries(), maskQuery), folded: false },
    { title: 'Body', facts: bodyFacts(ctx), folded: false },
    { title: 'Headers', facts: maskHeaders(request.headers()), folded: true },
  ];
  return groups.filter(({ facts }) => facts.length > 0);
};
