import type { JsonObject } from '../json.ts';
import type { ClientReply, ClientRoute } from './client-route.ts';
import { fieldUnion } from './field-names.ts';
import { listOf, objectOf, referred } from './schema-node.ts';
import { quoted } from './type-names.ts';
import { type TypeStyle, typeText, union } from './type-text.ts';

/** The results of a route: each status with its body, and `Lost`. */
export const resultType = ({ replies, fields }: ClientRoute, style: TypeStyle, indent: string): string => {
  const results = replies.map(({ status, bodies }) => {
    if (bodies.some(({ kind }) => kind === '>')) return 'Redirected';
    const body = union(bodies.map((each) => bodyType(each, fields, style, indent)));
    return `${status < 400 ? 'Ok' : 'Failed'}<${status}, ${body}>`;
  });
  return [...new Set([...results, 'Lost'])].map((result) => `\n${indent}  | ${result}`).join('');
};

const bodyType = (
  { kind, schema }: ClientReply['bodies'][number],
  fields: readonly string[],
  style: TypeStyle,
  indent: string,
): string => {
  switch (kind) {
    case 'j':
      return problemType(schema, fields) ?? typeText(schema, style, `${indent}    `);
    case 'e':
    case 's':
      return `EventStream<${typeText(schema, style, `${indent}    `)}>`;
    case 'b':
      return 'Blob';
    case '-':
      return 'undefined';
    default:
      return 'string';
  }
};

/** The body of an error as the framework sends it, with its codes or its fields; null for another schema. */
const problemType = (schema: JsonObject, fields: readonly string[]): string | null => {
  const alternatives = listOf(schema['anyOf']).map((part) => problemType(objectOf(part), fields));
  if (alternatives.length > 0) return alternatives.includes(null) ? null : alternatives.join(' | ');
  const name = referred(schema);
  if (name === 'InvalidProblem') return `Invalid<${fieldUnion(fields)}>`;
  const codes = listOf(objectOf(objectOf(schema['properties'])['code'])['enum']);
  if (name !== 'Problem') return null;
  return codes.length === 0 ? 'Problem' : `Problem<${codes.map((code) => quoted(String(code))).join(' | ')}>`;
};
