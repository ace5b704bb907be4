import type { JsonObject } from '../json.ts';
import type { ClientEvent, ClientReplyBody } from './client-route.ts';
import { listOf, objectOf, resolved } from './schema-node.ts';
import { alternativesOf, typesOf } from './type-text.ts';

/** The name of an event that has none. */
const unnamed = 'message';

/**
 * The body of an event stream, by the schema of its events. Data of an event are JSON, or a string that is sent as it is. Events of one
 * name have the same form: if one of them may be a string, all stay strings.
 */
export const eventBody = (document: JsonObject, event: JsonObject): ClientReplyBody => {
  const events = distinguished(eventsOf(document, event));
  return { kind: events.every(({ isText }) => isText) ? 's' : 'e', schema: { anyOf: jsonOf(events) }, events };
};

/** Schemas of the data that are JSON. */
const jsonOf = (events: readonly ClientEvent[]): JsonObject[] =>
  events.filter(({ isText }) => !isText).map(({ schema }) => schema);

/** Each event that a schema allows, once for each of its names. */
const eventsOf = (document: JsonObject, given: JsonObject): ClientEvent[] => {
  const schema = resolved(document, given);
  const parts = alternativesOf(schema);
  if (parts.length > 0) return parts.flatMap((part) => eventsOf(document, part));
  if (!typesOf(schema).includes('object')) return [{ name: unnamed, schema: {}, isText: true }];
  const properties = objectOf(schema['properties']);
  // A client never hears of an event without data.
  if (!('data' in properties)) return [];
  const data = objectOf(properties['data']);
  const isText = mayBeText(document, data);
  const required = listOf(schema['required']).includes('event');
  const names = [
    ...namesOf(resolved(document, properties['event']), 'event' in properties),
    ...(required ? [] : [unnamed]),
  ];
  return [...new Set(names)].map((name) => ({ name, schema: data, isText }));
};

const namesOf = (schema: JsonObject, isNamed: boolean): (string | null)[] => {
  if (!isNamed) return [unnamed];
  const values = 'const' in schema ? [schema['const']] : listOf(schema['enum']);
  const names = values.filter((value) => typeof value === 'string');
  const parts = alternativesOf(schema);
  if (parts.length > 0) return parts.flatMap((part) => namesOf(part, true));
  if (names.length > 0) return names;
  return typesOf(schema).every((type) => type === 'null') ? [] : [null];
};

/** Events by name. If an event may have any name, a reader cannot tell them apart, so all become one. */
const distinguished = (events: readonly ClientEvent[]): ClientEvent[] => {
  const isOpen = events.some(({ name }) => name === null);
  const groups = new Map<string | null, ClientEvent[]>();
  for (const event of events) {
    const name = isOpen ? null : event.name;
    groups.set(name, [...(groups.get(name) ?? []), event]);
  }
  return [...groups].map(([name, group]) => {
    const isText = group.some((each) => each.isText);
    const schemas = [...new Map(group.map(({ schema }) => [JSON.stringify(schema), schema])).values()];
    const [only = {}] = schemas;
    return { name, isText, schema: isText ? { type: 'string' } : schemas.length === 1 ? only : { anyOf: schemas } };
  });
};

const mayBeText = (document: JsonObject, given: JsonObject): boolean => {
  const schema = resolved(document, given);
  const parts = alternativesOf(schema);
  if (parts.length > 0) return parts.some((part) => mayBeText(document, part));
  const values = 'const' in schema ? [schema['const']] : listOf(schema['enum']);
  if (values.length > 0) return values.some((value) => typeof value === 'string');
  return typesOf(schema).some((type) => type === 'string' || type === '') && !('properties' in schema);
};
