import type { JsonObject } from '../json.ts';
import type { ClientMember, ClientReplyBody, ClientRoute } from './client-route.ts';
import type { DatePlaces } from './date-places.ts';
import { componentNames, componentsOf } from './route-types.ts';
import { keyText, memberName, quoted } from './type-names.ts';
import { type ZodStyle, zodText } from './zod-text.ts';

/** `zod.js` and `zod.d.ts`: schemas of zod 4 for models, inputs and data. The application installs `zod` itself. */
export const zodFiles = (
  document: JsonObject,
  routes: readonly ClientRoute[],
  dates: DatePlaces | null,
): Readonly<Record<string, string>> => {
  const components = componentsOf(document);
  const names = componentNames(components.map(([name]) => name));
  const style: ZodStyle = { names, input: false, isDate: dates?.isDate ?? (() => false) };
  const models = components.map(([name, schema]) => ({
    name: names.get(name) ?? name,
    text: zodText(schema, style),
  }));
  const inputs = routes.map((route) => ({ route, parts: inputParts(route, style) }));
  const replies = routes.map((route) => ({ route, statuses: dataOf(route, style) }));
  return {
    'zod.js': [
      "import { z } from 'zod';\n",
      problems,
      block(
        'models',
        models.map(({ name, text }) => `  ${memberName(name)}: ${text},\n`),
      ),
      block(
        'inputs',
        inputs.map(({ route, parts }) =>
          entry(
            route,
            parts.map(({ part, text }) => `${part}: ${text}`),
          ),
        ),
      ),
      block(
        'data',
        replies.map(({ route, statuses }) =>
          entry(
            route,
            statuses.map(({ status, text }) => `${status}: ${text}`),
          ),
        ),
      ),
    ].join('\n'),
    'zod.d.ts': [
      `import type { z } from 'zod';\nimport type * as client from './routes.js';\n`,
      '/** The named types of the client. */',
      declared(
        'models',
        models.map(({ name }) => `  readonly ${memberName(name)}: z.ZodType<client.${name}>;\n`),
      ),
      '/** The input of each route: parameters, query, headers and body. */',
      declared(
        'inputs',
        inputs.map(({ route, parts }) =>
          typedEntry(
            route,
            parts.map(({ part, required }) => {
              const type = `client.Routes[${quoted(route.name)}]['input'][${quoted(part)}]`;
              return `readonly ${part}: z.ZodType<${required ? type : `NonNullable<${type}>`}>`;
            }),
          ),
        ),
      ),
      '/** The data of each success of a route, by its status. */',
      declared(
        'data',
        replies.map(({ route, statuses }) =>
          typedEntry(
            route,
            statuses.map(
              ({ status }) =>
                `readonly ${status}: z.ZodType<Extract<client.Routes[${quoted(route.name)}]['result'], { readonly ok: true; readonly status: ${status} }>['data']>`,
            ),
          ),
        ),
      ),
    ].join('\n'),
  };
};

const problems = `const problem = z.object({ message: z.string(), code: z.string(), request_id: z.string() });
const invalid = problem.extend({ code: z.literal('E_VALIDATION_FAILED'), errors: z.record(z.string(), z.array(z.string())) });
`;

const block = (name: string, lines: readonly string[]): string => `export const ${name} = {\n${lines.join('')}};\n`;

const entry = ({ name }: ClientRoute, parts: readonly string[]): string =>
  `  ${keyText(name)}: {${parts.length > 0 ? ` ${parts.join(', ')} ` : ''}},\n`;

const declared = (name: string, lines: readonly string[]): string =>
  `export declare const ${name}: {\n${lines.join('')}};\n`;

const typedEntry = ({ name }: ClientRoute, parts: readonly string[]): string =>
  `  readonly ${quoted(name)}: {${parts.length > 0 ? ` ${parts.join('; ')} ` : ''}};\n`;

interface InputPart {
  readonly part: 'params' | 'query' | 'headers' | 'body';
  readonly text: string;
  readonly required: boolean;
}

const inputParts = ({ params, query, headers, body }: ClientRoute, style: ZodStyle): InputPart[] => {
  const input = { ...style, input: true };
  const plain = { ...input, isDate: () => false };
  const group = (part: InputPart['part'], members: readonly ClientMember[], text: (member: ClientMember) => string) =>
    members.length === 0
      ? []
      : [
          {
            part,
            required: members.some(({ required }) => required),
            text: `z.object({ ${members.map((each) => `${keyText(each.name)}: ${text(each)}${each.required ? '' : '.optional()'}`).join(', ')} })`,
          },
        ];
  return [
    ...group('params', params, ({ schema }) => `z.union([${zodText(schema, plain)}, z.number()])`),
    ...group('query', query, ({ schema }) => zodText(schema, input)),
    ...group('headers', headers, ({ schema }) => zodText(schema, plain)),
    ...(body === null || body.raw !== null
      ? []
      : [{ part: 'body' as const, required: body.required, text: zodText(body.schema, input) }]),
  ];
};

const dataOf = ({ replies }: ClientRoute, style: ZodStyle): { readonly status: number; readonly text: string }[] =>
  replies.flatMap(({ status, bodies }) => {
    const texts = bodies.map((body) => bodyText(body, style));
    const [only = 'z.undefined()'] = texts;
    if (status >= 300 || texts.includes(null) || only === null) return [];
    return [{ status, text: texts.length < 2 ? only : `z.union([${texts.join(', ')}])` }];
  });

/** Streams and redirects have no schema. */
const bodyText = ({ kind, schema }: ClientReplyBody, style: ZodStyle): string | null => {
  switch (kind) {
    case 'j':
      return zodText(schema, style);
    case 't':
    case 'h':
      return 'z.string()';
    case 'b':
      return 'z.instanceof(Blob)';
    case '-':
      return 'z.undefined()';
    default:
      return null;
  }
};
