import { compareSizes, Limit, measure, type Size } from '../values/exact-size.ts';
import { type DeclaredKind, kindOf } from '../values/size.ts';
import { type Check, defineRule, type RuleCall, type RuleDefinition } from './definition.ts';
import { aboutOther, oneField } from './other-field.ts';

/** Decides about the result of a comparison: below zero for less, zero for equal, above zero for more. */
type Judge = (order: number) => boolean;

const readLimit = (call: RuleCall, position: number): Limit => {
  const text = call.parameters[position] ?? '';
  return Limit.read(text) ?? call.fail(`"${text}" is not a number`);
};

/** Limits of a size, both included; null for no limit. */
interface Range {
  readonly least: Limit | null;
  readonly most: Limit | null;
}

const holds = ({ least, most }: Range, size: Size): boolean =>
  (least === null || least.compare(size) >= 0) && (most === null || most.compare(size) <= 0);

const inRange = (kind: DeclaredKind, range: Range): Check => {
  // Finite if there is no limit, because infinity is not a valid size. NaN if a double cannot hold the limit exactly, because no comparison
  // with NaN is true.
  const bottom = range.least === null ? -Number.MAX_VALUE : range.least.exact;
  const top = range.most === null ? Number.MAX_VALUE : range.most.exact;
  return (value) => {
    // Fast path for nearly every value. A text of n units has n / 2 to n code points, so the code points rarely need counting.
    if (typeof value === 'string' && kind === null) {
      if (value.length >= 2 * bottom && value.length <= top) return true;
      if (value.length < bottom || value.length > 2 * top) return false;
    } else if (typeof value === 'number' && kind !== 'array') {
      if (value >= bottom && value <= top) return true;
      if (value < bottom || value > top) return false;
    }
    const size = measure(value, kindOf(value, kind));
    return size !== null && holds(range, size);
  };
};

const byLimit = (
  name: string,
  deprecated: string,
  placeholder: string,
  rangeOf: (limit: Limit) => Range,
): RuleDefinition =>
  defineRule({
    name,
    deprecated: [deprecated],
    sized: true,
    parameters: { min: 1, max: 1 },
    compile: (call) => inRange(call.kind, rangeOf(readLimit(call, 0))),
    placeholders: ({ parameters: [number = ''] }) => ({ [placeholder]: number }),
  });

const between = defineRule({
  name: 'between',
  sized: true,
  parameters: { min: 2, max: 2 },
  compile: (call) => {
    const [min = '', max = ''] = call.parameters;
    const [least, most] = [readLimit(call, 0), readLimit(call, 1)];
    if (least.compare(max) < 0) call.fail(`${min} is more than ${max}`);
    return inRange(call.kind, { least, most });
  },
  placeholders: ({ parameters: [min = '', max = ''] }) => ({ min, max }),
});

/** The parameter is a number, else a field. The field's own kind decides how it is measured. */
const byField = (name: string, deprecated: string, judge: Judge): RuleDefinition =>
  defineRule({
    name,
    deprecated: [deprecated],
    sized: true,
    parameters: { min: 1, max: 1 },
    compile: (call) => {
      const [parameter = ''] = call.parameters;
      const limit = Limit.read(parameter);
      // A number stays a number, even when a client sends a field with that name.
      const other = limit === null ? oneField(call, parameter) : null;
      // In a comparison with a number, a string in a field without rules counts as a number if possible, otherwise as nothing; never by its
      // length.
      const kind = other === null || other.ruled || call.kind !== 'numeric' ? (other?.kind ?? null) : 'numeric';
      const measured = aboutOther(call, (value) => measure(value, kindOf(value, kind)));
      return (value, scope) => {
        const size = measure(value, kindOf(value, call.kind));
        if (size === null) return false;
        if (other === null) return limit !== null && judge(limit.compare(size));
        const otherSize = measured(other.read(scope), scope);
        return otherSize !== null && judge(compareSizes(size, otherSize));
      };
    },
    placeholders: ({ parameters: [other = ''] }, names) => ({ value: names.of(other) }),
  });

/** Rules on the size of a value: the number, the characters, the entries or the KiB of files. */
export const sizeRules: readonly RuleDefinition[] = [
  byLimit('size', 'len', 'size', (limit) => ({ least: limit, most: limit })),
  byLimit('min', 'min_len', 'min', (limit) => ({ least: limit, most: null })),
  byLimit('max', 'max_len', 'max', (limit) => ({ least: null, most: limit })),
  between,
  byField('gt', 'gt_field', (order) => order > 0),
  byField('gte', 'gte_field', (order) => order >= 0),
  byField('lt', 'lt_field', (order) => order < 0),
  byField('lte', 'lte_field', (order) => order <= 0),
];
