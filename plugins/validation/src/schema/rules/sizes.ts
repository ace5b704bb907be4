import { conjoin } from '../../json-schema/conjoin.ts';
import { type JsonSchema, type JsonType, typed } from '../../json-schema/json-schema.ts';
import type { RuleSchema, RuleSchemas, RuleUse } from '../../rules/rule-schema.ts';

/** Bounds of a size; null for no bound. */
interface Bounds {
  readonly least: number | null;
  readonly most: number | null;
  /** Whether the bounds themselves are excluded. */
  readonly open: boolean;
}

/** The smallest and the largest whole number within the bounds; null when there is none. */
const countsIn = ({ least, most, open }: Bounds): readonly [fewest: number, most: number | null] | null => {
  const fewest = least === null ? 0 : Math.max(0, open ? Math.floor(least) + 1 : Math.ceil(least));
  const highest = most === null ? null : open ? Math.ceil(most) - 1 : Math.floor(most);
  return highest !== null && highest < fewest ? null : [fewest, highest];
};

const numberIn = ({ least, most, open }: Bounds): JsonSchema => ({
  ...(least === null ? {} : { [open ? 'exclusiveMinimum' : 'minimum']: least }),
  ...(most === null ? {} : { [open ? 'exclusiveMaximum' : 'maximum']: most }),
});

const counted = (bounds: Bounds, noun: 'Length' | 'Items' | 'Properties'): JsonSchema => {
  const [fewest = 0, highest = null] = countsIn(bounds) ?? [];
  return {
    ...(fewest > 0 ? { [`min${noun}`]: fewest } : {}),
    ...(highest === null ? {} : { [`max${noun}`]: highest }),
  };
};

/** The size of a boolean is the length of its text. */
const booleanIn = (bounds: Bounds): JsonSchema | null => {
  const [fewest, highest] = countsIn(bounds) ?? [1, 0];
  const fits = (text: boolean): boolean => {
    const { length } = String(text);
    return length >= fewest && (highest === null || length <= highest);
  };
  const [yes, no] = [fits(true), fits(false)];
  if (yes === no) return yes ? {} : null;
  return { not: { enum: [!yes] } };
};

const within = (use: RuleUse, bounds: Bounds): JsonSchema => {
  if (use.kind === 'numeric') {
    if (!use.advised && !use.has('integer', 'strict') && !use.has('numeric', 'strict'))
      use.loose('numbers that come as strings are not compared');
    return { type: ['number', 'string'], ...numberIn(bounds) };
  }
  const isCount = countsIn(bounds) !== null;
  const containers: JsonType[] = isCount ? ['array', 'object'] : [];
  const sizes = { ...counted(bounds, 'Items'), ...counted(bounds, 'Properties') };
  if (use.kind === 'array') return isCount ? { type: containers, ...sizes } : { not: {} };
  const booleans = booleanIn(bounds);
  const types: JsonType[] = ['number', ...containers];
  if (isCount) types.push('string');
  if (booleans !== null) types.push('boolean');
  const all = { ...typed(types), ...numberIn(bounds), ...(isCount ? counted(bounds, 'Length') : {}), ...sizes };
  return use.has('string') || booleans === null ? all : conjoin(all, booleans);
};

const fileRules = ['file', 'image', 'mimes', 'mimetypes', 'extensions', 'dimensions'];

/** The size of a file is not a size in JSON, so only the description mentions it. */
const sized = (use: RuleUse, bounds: Bounds): JsonSchema => {
  if (!fileRules.some((rule) => use.has(rule))) return within(use, bounds);
  const { least, most } = bounds;
  if (least !== null) use.note(`At least ${least} KiB.`);
  if (most !== null) use.note(`At most ${most} KiB.`);
  use.loose('the size of a file is in the description');
  return {};
};

const beyond = 'numbers that come as strings, beside a rule on numbers';

const limit = (boundsOf: (numbers: readonly number[]) => Pick<Bounds, 'least' | 'most'>): RuleSchema => ({
  exactness: 'exact',
  beyond,
  value: (use) => sized(use, { ...boundsOf(use.parameters.map(Number)), open: false }),
});

const numberLike = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

const than = (words: string, boundsOf: (limit: number) => Bounds): RuleSchema => ({
  exactness: 'exact',
  beyond: `${beyond}; with a field, every size`,
  value: (use) => {
    const [parameter = ''] = use.parameters;
    const number = Number(parameter);
    if (numberLike.test(parameter) && Number.isFinite(number)) return sized(use, boundsOf(number));
    use.note(`Must be ${words} \`${parameter}\`.`);
    use.gap('the size of another field is in the description');
    return {};
  },
});

/** Rules on the size of a value. Bounds that a double cannot hold are rounded so that the schema does not get stricter. */
export const sizeSchemas: RuleSchemas = {
  size: limit(([size = 0]) => ({ least: size, most: size })),
  min: limit(([least = 0]) => ({ least, most: null })),
  max: limit(([most = 0]) => ({ least: null, most })),
  between: limit(([least = 0, most = 0]) => ({ least, most })),
  gt: than('greater than', (least) => ({ least, most: null, open: true })),
  gte: than('at least', (least) => ({ least, most: null, open: false })),
  lt: than('less than', (most) => ({ least: null, most, open: true })),
  lte: than('at most', (most) => ({ least: null, most, open: false })),
};
