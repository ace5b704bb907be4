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

/** In place of a value that would contain itself without end. */
const endless = Symbol('endless');

/** A value that a schema allows; always the same. Patterns are not followed. Null if every value would contain itself. */
export const sampleOf = (document: JsonObject, schema: JsonObject): unknown => {
  const sample = sampleIn(document, schema, []);
  return sample === endless ? null : sample;
};

/** @param above the types that are being sampled */
const sampleIn = (document: JsonObject, schema: JsonObject, above: readonly JsonObject[]): unknown => {
  if ('const' in schema) return schema['const'];
  const [first] = [...listOf(schema['enum']), ...listOf(schema['examples'])];
  if (first !== undefined) return first;
  if ('example' in schema) return schema['example'];
  if ('default' in schema) return schema['default'];
  if ('$ref' in schema) {
    const target = resolved(document, schema);
    return above.includes(target) ? endless : sampleIn(document, target, [...above, target]);
  }
  const parts = alternativesOf(schema);
  if (parts.length > 0) {
    for (const part of parts) {
      const sample = sampleIn(document, part, above);
      if (sample !== endless) return sample;
    }
    return endless;
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

const listSample = (document: JsonObject, schema: JsonObject, above: readonly JsonObject[]): unknown => {
  const tuple = listOf(schema['prefixItems']).map((entry) => sampleIn(document, objectOf(entry), above));
  if (tuple.length > 0) return tuple.includes(endless) ? endless : tuple;
  const least = numberIn(schema, 'minItems') ?? 0;
  const entry = sampleIn(document, objectOf(schema['items']), above);
  if (entry === endless) return least > 0 ? endless : [];
  return Array.from({ length: Math.max(1, Math.min(least, 3)) }, () => entry);
};

const objectSample = (document: JsonObject, schema: JsonObject, above: readonly JsonObject[]): unknown => {
  const required = listOf(schema['required']);
  const members = Object.entries(objectOf(schema['properties'])).map(
    ([name, value]) => [name, sampleIn(document, objectOf(value), above)] as const,
  );
  if (members.some(([name, value]) => value === endless && required.includes(name))) return endless;
  return Object.fromEntries(members.filter(([, value]) => value !== endless));
};
