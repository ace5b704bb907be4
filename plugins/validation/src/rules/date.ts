import type { DateLayout } from '../dates/date-layout.ts';
import { readDate, readLayout } from '../dates/read-date.ts';
import { relativeDate } from '../dates/relative-date.ts';
import { relativeWords } from '../dates/relative-words.ts';
import { BoundedCache } from '../values/bounded-cache.ts';
import { defineRule, type RuleCall, type RuleDefinition, type Scope, textRule } from './definition.ts';
import { oneField } from './other-field.ts';

// The longest name to check. All names of the time zone database are shorter.
const longest = 64;
const shape = /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*)*$/;

const known = new BoundedCache<string, boolean>(1024);

/**
 * Whether a string is a name of the IANA time zone database, including links such as `US/Pacific`. Case matters, and offsets are refused.
 */
export const isTimeZone = (text: string): boolean => {
  if (text.length > longest || !shape.test(text)) return false;
  return known.get(text) ?? known.set(text, ask(text));
};

const ask = (name: string): boolean => {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Intl accepts any case and returns the correct one.
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
};

/** Returns the moment with which a rule compares; null when there is none. */
type Moment = (scope: Scope) => number | null;

const layoutsOf = (call: RuleCall, formats: readonly string[] | null): readonly DateLayout[] | undefined =>
  formats?.map((format) => readLayout(format, (reason) => call.fail(reason)));

/** A date written in the rule, in the field's own format or a standard one; undefined for any other text. */
const literalMoment = (text: string, layouts: readonly DateLayout[] | undefined): Moment | undefined => {
  const instant = (layouts && readDate(text, layouts)) ?? readDate(text);
  if (instant !== null) return () => instant;
  const relative = relativeDate(text);
  return relative === null ? undefined : (scope) => relative(scope.services.now());
};

/**
 * The other field's date. It is read in that field's own format, else in this field's format if it matches, so that the same text means the
 * same date.
 */
const fieldMoment = (call: RuleCall, field: string, layouts: readonly DateLayout[] | undefined): Moment => {
  const other = oneField(call, field);
  const otherLayouts = layoutsOf(call, other.sibling('date_format'));
  return (scope) => {
    const value = other.read(scope);
    if (otherLayouts !== undefined) return readDate(value, otherLayouts);
    const isOwn = typeof value === 'string' && layouts?.some((layout) => layout.fits(value));
    return readDate(value, isOwn ? layouts : undefined);
  };
};

const compareRule = (
  name: string,
  deprecated: readonly string[],
  holds: (instant: number, other: number) => boolean,
): RuleDefinition =>
  defineRule({
    name,
    deprecated,
    parameters: { min: 1, max: 1 },
    compile: (call) => {
      const [date = ''] = call.parameters;
      const layouts = layoutsOf(call, call.sibling('date_format'));
      // A date in the rule wins over a field with that name. Otherwise a client could move the limit by sending such a field.
      const moment = literalMoment(date, layouts) ?? fieldMoment(call, date, layouts);
      return (value, scope) => {
        const instant = readDate(value, layouts);
        const other = instant === null ? null : moment(scope);
        return instant !== null && other !== null && holds(instant, other);
      };
    },
    placeholders: ({ parameters: [date = ''] }, names) => ({
      date:
        relativeWords(date, names.language()) ?? (literalMoment(date, undefined) === undefined ? names.of(date) : date),
    }),
  });

const dateFormat = defineRule({
  name: 'date_format',
  parameters: { min: 1 },
  compile: (call) => {
    const layouts = layoutsOf(call, call.parameters);
    return (value) => typeof value === 'string' && readDate(value, layouts) !== null;
  },
  placeholders: ({ parameters: [format = ''] }) => ({ format }),
});

const date = defineRule({
  name: 'date',
  parameters: { min: 0, max: 0 },
  compile: () => (value) => readDate(value) !== null,
});

/** Rules on dates: Date objects and strings. Words such as `today` are allowed only in rules, never in data. */
export const dateRules: readonly RuleDefinition[] = [
  date,
  dateFormat,
  compareRule('date_equals', [], (instant, other) => instant === other),
  compareRule('before', ['lt_date'], (instant, other) => instant < other),
  compareRule('before_or_equal', ['lte_date'], (instant, other) => instant <= other),
  compareRule('after', ['gt_date'], (instant, other) => instant > other),
  compareRule('after_or_equal', ['gte_date'], (instant, other) => instant >= other),
  textRule('timezone', isTimeZone),
];
