import type { JsonObject } from '../json.ts';
import { listOf, objectOf, resolved, textOf } from './schema-node.ts';
import { alternativesOf, typesOf } from './type-text.ts';

const texts: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00.000Z',
  date: '2026-01-01',
  time: '12:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
};

/** A value that a schema allows; always the same. Patterns are not followed. */
export const sampleOf = (document: JsonObject, schema: JsonObject, above: readonly JsonObject[] = []): unknown => {
  if ('const' in schema) return schema['const'];
  const [first] = [...listOf(schema['enum']), ...listOf(schema['examples'])];
  if (first !== undefined) return first;
  if ('example' in schema) return schema['example'];
  if ('default' in schema) return schema['default'];
  if ('$ref' in schema) {
    const target = resolved(document, schema);
    return above.includes(target) ? null : sampleOf(document, target, [...above, target]);
  }
  const parts = alternativesOf(schema);
  if (parts.length > 0) {
    // Null ends a type that contains itself.
    const open = parts.find((part) => !isAbove(document, part, above));
    return open === undefined ? null : sampleOf(document, open, above);
  }
  const [type = ''] = typesOf(schema);
  switch (type) {
    case 'string':
      return textSample(schema);
    case 'integer':
    case 'number':
      return numberSample(schema);
    case 'boolean':
      return true;
    case 'array':
      return listSample(document, schema, above);
    case 'object':
      return objectSample(document, schema, above);
    default:
      return 'properties' in schema ? objectSample(document, schema, above) : null;
  }
};

const isAbove = (document: JsonObject, schema: JsonObject, above: readonly JsonObject[]): boolean =>
  '$ref' in schema && above.includes(resolved(document, schema));

const numberIn = (schema: JsonObject, key: string): number | null =>
  typeof schema[key] === 'number' ? schema[key] : null;

const textSample = (schema: JsonObject): string => {
  const text = texts[textOf(schema['format'])] ?? 'text';
  return text.padEnd(numberIn(schema, 'minLength') ?? 0, 'x').slice(0, numberIn(schema, 'maxLength') ?? undefined);
};

const numberSample = (schema: JsonObject): number => {
  const step = numberIn(schema, 'multipleOf') ?? 1;
  const above = numberIn(schema, 'exclusiveMinimum');
  const below = numberIn(schema, 'exclusiveMaximum');
  const least = numberIn(schema, 'minimum') ?? (above === null ? null : above + step);
  const most = numberIn(schema, 'maximum') ?? (below === null ? null : below - step);
  const wanted = Math.min(Math.max(1, least ?? 1), most ?? Number.POSITIVE_INFINITY);
  return step === 1 ? wanted : Math.ceil(wanted / step) * step;
};

const listSample = (document: JsonObject, schema: JsonObject, above: readonly JsonObject[]): unknown[] => {
  const tuple = listOf(schema['prefixItems']).map((entry) => sampleOf(document, objectOf(entry), above));
  const entries = objectOf(schema['items']);
  if (tuple.length > 0 || isAbove(document, entries, above)) return tuple;
  const length = Math.max(1, Math.min(numberIn(schema, 'minItems') ?? 1, 3));
  return Array.from({ length }, () => sampleOf(document, entries, above));
};

const objectSample = (document: JsonObject, schema: JsonObject, above: readonly JsonObject[]): unknown => {
  const required = listOf(schema['required']);
  const members = Object.entries(objectOf(schema['properties'])).filter(
    ([name, value]) => required.includes(name) || !isAbove(document, objectOf(value), above),
  );
  return Object.fromEntries(members.map(([name, value]) => [name, sampleOf(document, objectOf(value), above)]));
};
