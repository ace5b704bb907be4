import { type JsonObject, sorted } from '../json.ts';
import { apiTree } from './api-tree.ts';
import type { ClientMember, ClientRoute } from './client-route.ts';
import { resultType } from './reply-types.ts';
import { objectOf, referred, textOf } from './schema-node.ts';
import { docComment, memberName, quoted, typeNames } from './type-names.ts';
import { type TypeStyle, typeText } from './type-text.ts';

/** The declarations of `routes.d.ts`, without its header. Every type is written out, so that the compiler has nothing to compute. */
export const routeTypes = (document: JsonObject, routes: readonly ClientRoute[]): string => {
  const schemas = Object.entries(sorted(Object.entries(objectOf(objectOf(document['components'])['schemas']))));
  const models = schemas.filter(([name]) => name !== 'Problem' && name !== 'InvalidProblem');
  const names = new Map([
    ...typeNames(models.map(([name]) => name)),
    ['Problem', 'Problem'],
    ['InvalidProblem', 'Invalid<string>'],
  ]);
  const style: TypeStyle = { names, input: false };
  const body = [
    ...models.map(([name, schema]) => modelType(names.get(name) ?? name, objectOf(schema), style)),
    `export interface Routes {\n${routes.map((route) => routeType(route, style)).join('')}}\n`,
    apiTree(routes),
    '/** The table of the routes, for `createClient({ routes })`. */\nexport declare const routes: RouteTable<Api>;\n',
  ].join('\n');
  const imports = ['Call', 'EventStream', 'Failed', 'Invalid', 'Lost', 'Ok', 'OpenCall', 'Problem', 'Redirected'];
  const used = [...imports.filter((name) => new RegExp(`\\b${name}\\b`).test(body)), 'RouteTable'];
  return `import type { ${used.join(', ')} } from '@taproot/client';\n\n${body}`;
};

const modelType = (name: string, schema: JsonObject, style: TypeStyle): string => {
  const doc = docComment(textOf(schema['description']), '');
  const type = typeText(schema, style);
  return type.startsWith('{\n') && !/^\}[^\n]/m.test(type)
    ? `${doc}export interface ${name} ${type}\n`
    : `${doc}export type ${name} = ${type};\n`;
};

const routeType = (route: ClientRoute, style: TypeStyle): string => {
  const input = { ...style, input: true };
  const { params, query, headers, body } = route;
  const bodyText =
    body === null
      ? ''
      : `      body${body.required ? '' : '?'}: ${typeText(body.schema, input, '      ')}${body.required ? '' : ' | undefined'};\n`;
  const members = [
    memberTypes('params', params, input, (member) => paramType(member, input)),
    memberTypes('query', query, input, ({ schema }) => typeText(schema, input, '        ')),
    memberTypes('headers', headers, input, ({ schema }) => typeText(schema, input, '        ')),
    bodyText,
  ].join('');
  return `  ${quoted(route.name)}: {\n    input: ${members === '' ? 'Record<string, never>' : `{\n${members}    }`};\n    result:${resultType(route, style, '    ')};\n  };\n`;
};

const memberTypes = (
  group: string,
  members: readonly ClientMember[],
  style: TypeStyle,
  text: (member: ClientMember) => string,
): string => {
  if (members.length === 0) return '';
  const optional = style.input && members.every(({ required }) => !required);
  const texts = members.map(
    (member) =>
      `${docComment(member.doc, '        ')}        ${memberName(member.name)}${member.required ? '' : '?'}: ${text(member)}${member.required ? '' : ' | undefined'};\n`,
  );
  return `      ${group}${optional ? '?' : ''}: {\n${texts.join('')}      }${optional ? ' | undefined' : ''};\n`;
};

/** Parameters of paths are strings; clients may also pass numbers. */
const paramType = ({ schema }: ClientMember, style: TypeStyle): string => {
  const type = typeText(schema, style, '        ');
  return type === 'string' && referred(schema) === '' ? 'string | number' : type;
};
