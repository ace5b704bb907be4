import type { AuthorFrame, SocketDescription } from '@taproot/core/internal';
import type { TypedEvent } from '../client/socket-types.ts';
import { fieldMessages } from '../document/problem.ts';
import { bySchema, fieldsOf } from '../document/schema-input.ts';
import type { ShapeSchemas } from '../document/shape-schemas.ts';
import type { JsonObject } from '../json.ts';
import type { Gap, HandlerFacts } from '../reader/type-reader.ts';
import type { ShapeMember } from '../reader/type-shape.ts';
import type { RulesSchemas } from '../rules/rules-schemas.ts';
import type { SchemaDocument } from '../rules/schema-documents.ts';

/** The JSON Schemas of the Standard Schemas of sockets. */
export type SocketSchemas = ReadonlyMap<object, SchemaDocument>;

/** A message of a socket. */
export interface SocketMessage extends TypedEvent {
  /** Whether the socket declares it. Every socket has the others. */
  readonly isOwn: boolean;
  /** The schema of the whole message, with its event. */
  readonly payload: JsonObject;
}

/** The messages of a socket, both ways. */
export interface SocketMessages {
  readonly receives: readonly SocketMessage[];
  readonly sends: readonly SocketMessage[];
  /** The message that answers one which is not accepted. */
  readonly refusal: SocketMessage;
}

interface Given {
  readonly socket: SocketDescription;
  readonly facts: HandlerFacts;
  readonly rules: RulesSchemas;
  readonly schemas: SocketSchemas;
  readonly shapes: ShapeSchemas;
  readonly gap: (gap: Gap) => void;
}

/** Messages that clients send have the schemas of rules, which have run; the others have the schemas of types. */
export const socketMessages = ({ socket, facts, rules, schemas, shapes, gap }: Given): SocketMessages => {
  const place: AuthorFrame = facts.place ?? socket.source ?? { file: '', line: 1, column: 1 };
  const known = facts.messages ?? { receives: [], sends: [] };
  const fields: string[] = [];
  const receives = Object.entries(socket.receives).map(([event, judge]) => {
    const written = schemas.get(judge);
    const input = known.receives.find(({ name }) => name === event)?.shape ?? { kind: 'unknown' };
    const { schema, gaps } =
      written === undefined
        ? rules.running(judge, 'json', place)
        : bySchema({ input, source: null }, place, () => written, shapes);
    for (const each of gaps) gap(each);
    fields.push(...fieldsOf(schema));
    return { ...received(event, schema), isOwn: known.receives.some(({ name }) => name === event) };
  });
  const own = known.sends.map((member) => sent(member.name, shapes.of(member.shape, place), member));
  const house = Object.entries(socket.sends).map(([event, data]) => sent(event, { ...data }));
  const { event, data } = socket.refusal;
  const { properties = {}, ...rest } = data as { readonly properties?: Readonly<Record<string, JsonObject>> };
  const errors = { ...properties['errors'], ...fieldMessages(fields) };
  return {
    receives,
    sends: [...own, ...house],
    refusal: message(event, { data: { ...rest, properties: { ...properties, errors } } }),
  };
};

/** A message without data has an empty object. */
const received = (event: string, data: JsonObject): SocketMessage => {
  const isOptional = data['type'] === 'object' && ((data['required'] ?? []) as readonly unknown[]).length === 0;
  return message(event, { data }, isOptional ? ['event'] : undefined);
};

const sent = (event: string, data: JsonObject, { doc }: Partial<ShapeMember> = {}): SocketMessage => {
  const id = { type: 'string', description: 'The id of a message of the room, for `last`.' };
  return { ...message(event, { data, id }), description: doc ?? '', isOwn: doc !== undefined };
};

const message = (
  event: string,
  properties: JsonObject & { readonly data: JsonObject },
  required = ['event', 'data'],
): SocketMessage => ({
  event,
  description: '',
  data: properties.data,
  isOwn: false,
  payload: { type: 'object', properties: { event: { type: 'string', const: event }, ...properties }, required },
});
