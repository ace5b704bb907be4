import { type FieldPath, parseFieldPath, type Segment, wildcard } from '../language/field-path.ts';
import type { ParsedField } from './compile-field.ts';
import { isParsed } from './compile-field.ts';

const index = /^(?:0|[1-9]\d*)$/;

/** One place: the rules of fields there, and the keys that fields below it have. */
interface Place {
  readonly path: FieldPath;
  readonly rules: Set<string>;
  readonly below: Set<Segment>;
}

/**
 * The paths that must be lists, outer ones first. These are fields with the rule `list`, and fields with `array` or
 * with rules for entries, unless they also have other keys or their rules say that they are maps.
 */
export const listFields = (fields: readonly ParsedField[]): readonly FieldPath[] => {
  const places = new Map<string, Place>();
  const placeAt = (text: string): Place => {
    const known = places.get(text) ?? { path: parseFieldPath(text), rules: new Set(), below: new Set() };
    places.set(text, known);
    return known;
  };
  for (const { path, rules } of fields) {
    for (const rule of rules.filter(isParsed)) placeAt(path.text).rules.add(nameOf(rule));
    const keys = path.text.split(/(?<!\\)\./);
    for (let depth = keys.length - 1; depth > 0; depth--) {
      const segment = path.segments[depth];
      if (segment !== undefined) placeAt(keys.slice(0, depth).join('.')).below.add(segment);
    }
  }
  return [...places.values()]
    .filter(isList)
    .map(({ path }) => path)
    .sort((a, b) => a.segments.length - b.segments.length);
};

// With parameters `array` names the keys of a map.
const nameOf = ({
  definition: { name },
  parameters,
}: {
  definition: { name: string };
  parameters: readonly string[];
}) => (name === 'array' && parameters.length > 0 ? 'map' : name);

const mapRules = ['map', 'array_keys', 'required_array_keys', 'in_array_keys'];

const isList = ({ rules, below }: Place): boolean => {
  if (rules.has('list')) return true;
  const keys = [...below];
  if (mapRules.some((rule) => rules.has(rule)) || keys.some((key) => key !== wildcard && !index.test(key)))
    return false;
  return rules.has('array') || below.has(wildcard);
};
