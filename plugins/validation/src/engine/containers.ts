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

/** The paths at which rules expect lists, and those at which they expect maps; outer ones first. */
export interface Containers {
  /**
   * Fields with the rule `list`, and fields with `array` or with rules for entries, unless they also have other keys or their rules say
   * that they are maps.
   */
  readonly lists: readonly FieldPath[];
  /** Fields with other keys below them, and those whose rules say that they are maps. */
  readonly maps: readonly FieldPath[];
}

/** Finds the containers of these fields. */
export const containersOf = (fields: readonly ParsedField[]): Containers => {
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
  const outerFirst = [...places.values()].toSorted((a, b) => a.path.segments.length - b.path.segments.length);
  return {
    lists: outerFirst.filter(isList).map(({ path }) => path),
    maps: outerFirst.filter(isMap).map(({ path }) => path),
  };
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

const isMap = ({ rules, below }: Place): boolean =>
  !rules.has('list') &&
  (mapRules.some((rule) => rules.has(rule)) || [...below].some((key) => key !== wildcard && !index.test(key)));

const isList = (place: Place): boolean =>
  place.rules.has('list') || (!isMap(place) && (place.rules.has('array') || place.below.has(wildcard)));
