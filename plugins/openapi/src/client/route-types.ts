import { type JsonObject, sorted } from '../json.ts';
import { apiTree } from './api-tree.ts';
import type { ClientMember, ClientRoute } from './client-route.ts';
import type { DatePlaces } from './date-places.ts';
import { marked } from './marks.ts';
import { resultType } from './reply-types.ts';
import { objectOf, referred, textOf } from './schema-node.ts';
import { docComment, memberName, quoted, typeNames } from './type-names.ts';
import { type TypeStyle, typeText } from './type-text.ts';

/** The declarations of `routes.d.ts`, without its header. Every type is written out, so that the compiler has nothing to compute. */
export const routeTypes = (document: JsonObject, routes: readonly ClientRoute[], dates: DatePlaces | null): string => {
  const models = componentsOf(document);
  const names = componentNames(models.map(([name]) => name));
  const style: TypeStyle = { names, input: false, isDate: dates?.isDate ?? (() => false) };
  const table = dates === null ? 'RouteTable' : 'DatedRouteTable';
  const body = [
    ...models.map(([name, schema]) => modelType(names.get(name) ?? name, schema, style)),
    `export interface Routes {\n${routes.map((route) => routeType(route, style)).join('')}}\n`,
    apiTree(routes),
    `/** The table of the routes, for \`createClient({ routes${dates === null ? '' : ", dates: 'date'"} })\`. */\nexport declare const routes: ${table}<Api>;\n`,
  ].join('\n');
  const used = importable.filter((name) => new RegExp(`\\b${name}\\b`).test(body));
  return `import type { ${used.join(', ')} } from '@taproot/client';\n\n${body}`;
};

const importable = [
  'Call',
  'DatedRouteTable',
  'EventStream',
  'Failed',
  'Invalid',
  'Lost',
  'NotModified',
  'Ok',
  'OpenCall',
  'Problem',
  'RawBody',
  'Redirected',
  'RouteTable',
  'ServerEvent',
];

/** The components of a document by name, without the framework's errors: the client has types for them. */
export const componentsOf = (document: JsonObject): (readonly [name: string, schema: JsonObject])[] =>
  Object.entries(sorted(Object.entries(objectOf(objectOf(document['components'])['schemas']))))
    .filter(([name]) => name !== 'Problem' && name !== 'InvalidProblem')
    .map(([name, schema]) => [name, objectOf(schema)] as const);

/** The TypeScript names of components, and of the framework's errors. */
export const componentNames = (components: readonly string[]): ReadonlyMap<string, string> =>
  new Map([...typeNames(components), ['Problem', 'Problem'], ['InvalidProblem', 'Invalid<string>']]);

const modelType = (name: string, schema: JsonObject, style: TypeStyle): string => {
  const doc = docComment(textOf(schema['description']), '');
  const type = typeText(schema, style);
  return type.startsWith('{\n') && !/^\}[^\n]/m.test(type)
    ? `${doc}export interface ${name} ${type}\n`
    : `${doc}export type ${name} = ${type};\n`;
};

const routeType = (route: ClientRoute, style: TypeStyle): string => {
  const input = { ...style, input: true };
  const text = { ...input, isDate: () => false };
  const { params, query, headers, body } = route;
  const bodyText =
    body === null
      ? ''
      : `      body${body.required ? '' : '?'}: ${body.raw === null ? typeText(body.schema, input, '      ') : 'RawBody'}${body.required ? '' : ' | undefined'};\n`;
  const members = [
    memberTypes('params', params, input, (member) => paramType(member, text)),
    memberTypes('query', query, input, ({ schema }) => typeText(schema, input, '        ')),
    memberTypes('headers', headers, input, ({ schema }) => typeText(schema, text, '        ')),
    bodyText,
  ].join('');
  return `  ${marked(route.name, quoted(route.name))}: {\n    input: ${members === '' ? 'Record<string, never>' : `{\n${members}    }`};\n    result:${resultType(route, style, '    ')};\n  };\n`;
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
