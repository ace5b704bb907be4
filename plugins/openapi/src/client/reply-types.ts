import type { JsonObject } from '../json.ts';
import type { ClientEvent, ClientReplyBody, ClientRoute } from './client-route.ts';
import { fieldUnion } from './field-names.ts';
import { listOf, objectOf, referred } from './schema-node.ts';
import { quoted } from './type-names.ts';
import { alternatives, type TypeStyle, typeText, union } from './type-text.ts';

/** The results of a route: each status with its body, and `Lost`. */
export const resultType = ({ replies, fields }: ClientRoute, style: TypeStyle, indent: string): string => {
  const results = replies.map(({ status, bodies }) => {
    if (status === 304) return 'NotModified';
    if (bodies.some(({ kind }) => kind === '>')) return 'Redirected';
    const body = union(bodies.flatMap((each) => bodyTypes(each, fields, style, indent)));
    return `${status < 400 ? 'Ok' : 'Failed'}<${status}, ${body}>`;
  });
  return [...new Set([...results, 'Lost'])].map((result) => `\n${indent}  | ${result}`).join('');
};

const bodyTypes = (
  { kind, schema, events = [] }: ClientReplyBody,
  fields: readonly string[],
  style: TypeStyle,
  indent: string,
): readonly string[] => {
  switch (kind) {
    case 'j':
      return problemTypes(schema, fields) ?? alternatives(schema, style, `${indent}    `);
    case 'e':
    case 's':
      return [`EventStream<${union(events.map((event) => eventType(event, style, `${indent}    `)))}>`];
    case 'b':
      return ['Blob'];
    case '-':
      return ['undefined'];
    default:
      return ['string'];
  }
};

const eventType = ({ name, schema }: ClientEvent, style: TypeStyle, indent: string): string =>
  `ServerEvent<${typeText(schema, style, indent)}${name === null ? '' : `, ${quoted(name)}`}>`;

/** The body of an error as the framework sends it, with its codes or its fields; null for another schema. */
const problemTypes = (schema: JsonObject, fields: readonly string[]): readonly string[] | null => {
  const parts = listOf(schema['anyOf']).map((part) => problemTypes(objectOf(part), fields));
  if (parts.length > 0) return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
  const name = referred(schema);
  if (name === 'InvalidProblem') return [`Invalid<${fieldUnion(fields)}>`];
  const codes = listOf(objectOf(objectOf(schema['properties'])['code'])['enum']);
  if (name !== 'Problem') return null;
  return [codes.length === 0 ? 'Problem' : `Problem<${codes.map((code) => quoted(String(code))).join(' | ')}>`];
};
