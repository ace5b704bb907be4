import { type AssertableJson, faultsWithin } from './assertable-json.ts';
import type { Check, Expected, Predicate } from './check.ts';
import { jsonDifferences } from './json-differences.ts';
import { faultsOf, type JsonStructure } from './json-structure.ts';
import { absenceFault, countFault, type Place, placeAt, valueFault } from './json-values.ts';
import { parseJson } from './parse-json.ts';

type Description = (json: AssertableJson) => unknown;

const listFaults = (faults: readonly string[]): string | null => (faults.length === 0 ? null : faults.join('\n'));

/** A check of the parsed body; a body that is not JSON fails. */
const ofJson =
  (question: (root: Place) => string | null): Check =>
  ({ text }) => {
    const parsed = parseJson(text);
    return 'fault' in parsed ? parsed.fault : question({ value: parsed.value, path: '' });
  };

export const jsonChecks = {
  /**
   * The body contains `expected`, at any depth: objects may have further keys, lists no further elements. You can also describe the body
   * piece by piece: `assertJson((json) => json.where('a.b', 1).has('list', 3).etc())`.
   */
  assertJson: (expected: object | Description): Check =>
    ofJson((root) =>
      isDescription(expected)
        ? listFaults(faultsWithin(root, expected))
        : jsonDifferences(expected, root.value, 'subset'),
    ),

  /** The body is exactly this; the order of keys does not matter. */
  assertExactJson: (expected: unknown): Check => ofJson((root) => jsonDifferences(expected, root.value, 'whole')),

  /** The value at a dot path such as `data.0.title` equals this value, matches this expression, or satisfies this predicate. */
  assertJsonPath: (path: string, expected: Expected | Predicate): Check =>
    ofJson((root) => valueFault(placeAt(root, path), expected)),

  assertJsonMissingPath: (path: string): Check => ofJson((root) => absenceFault(placeAt(root, path))),

  /** The list or object at a dot path has this number of elements or keys. Without a path, checks the root. */
  assertJsonCount: (count: number, path = ''): Check => ofJson((root) => countFault(placeAt(root, path), count)),

  /** The body has these keys, with any values: `['id', { user: ['name'] }, { tags: { '*': ['label'] } }]`. */
  assertJsonStructure: (structure: JsonStructure): Check =>
    ofJson((root) => {
      const faults = [...faultsOf(structure, root.value)];
      return faults.length === 0 ? null : `The JSON lacks something:\n  ${faults.join('\n  ')}`;
    }),
};

const isDescription = (expected: object | Description): expected is Description => typeof expected === 'function';
