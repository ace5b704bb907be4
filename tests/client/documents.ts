import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RouteTable } from '@taproot/client';
import { type ClientFiles, clientFiles } from '../../plugins/openapi/src/client/client-files.ts';
import { compilerOptions } from '../support/compiler-options.ts';
import { tsc } from '../support/package-types.ts';

const root = join(import.meta.dirname, '..', '..');

type Schema = Readonly<Record<string, unknown>>;
type Settings = Parameters<typeof clientFiles>[1];

/** A response of JSON with this schema. */
export const json = (schema: Schema): object => ({ content: { 'application/json': { schema } } });

/** A response of events with this schema. */
export const events = (schema: Schema): object => ({
  content: { 'text/event-stream': { schema: { type: 'string', 'x-taproot-event': schema } } },
});

/** The schema of an object whose members are required, unless their names end with a question mark. */
export const object = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
  required: Object.keys(properties).filter((name) => !name.endsWith('?')),
});

/** A document of routes by name: their responses by status, or a whole operation. */
export const documentOf = (
  routes: Readonly<Record<string, object>>,
  schemas: Readonly<Record<string, Schema>> = {},
) => ({
  openapi: '3.1.0',
  info: { title: 'Test', version: '1' },
  paths: Object.fromEntries(
    Object.entries(routes).map(([name, given], i) => [
      `/r${i}`,
      'responses' in given
        ? { [/** POST for bodies. */ 'requestBody' in given ? 'post' : 'get']: { operationId: name, ...given } }
        : { get: { operationId: name, responses: given } },
    ]),
  ),
  components: { schemas },
});

/** The generated files of a document. */
export const filesOf = (
  routes: Readonly<Record<string, object>>,
  schemas: Readonly<Record<string, Schema>> = {},
  settings?: Settings,
): ClientFiles => clientFiles(documentOf(routes, schemas), settings);

/** The type of the data of a route with one JSON response, on one line. */
export const dataType = (
  schema: Schema,
  schemas: Readonly<Record<string, Schema>> = {},
  settings?: Settings,
): string => {
  const { types } = filesOf({ a: { 200: json(schema) } }, schemas, settings);
  const [, type = ''] = /\| Ok<200, ([^]*?)>\n {6}\| Lost/.exec(types) ?? [];
  return type.replaceAll(/\s+/g, ' ');
};

/** Faults of the compiler in these files, beside the generated files of a client. */
export const compiled = async (
  { types, table, more }: ClientFiles,
  files: Readonly<Record<string, string>> = {},
  options: object = {},
): Promise<string> => {
  await mkdir(join(root, 'tests', '.tmp'), { recursive: true });
  const folder = await mkdtemp(join(root, 'tests', '.tmp', 'client-'));
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const compilerOptions_ = {
      ...(await compilerOptions()),
      lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
      skipLibCheck: false,
      ...options,
    };
    const all = {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({ compilerOptions: compilerOptions_, include: ['*.ts'] }),
      'routes.d.ts': types,
      'routes.js': table,
      ...more,
      ...files,
    };
    for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);
    return await tsc(folder, '-p', '.');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The table of generated files, as a front end imports it. */
export const tableOf = async ({ table }: ClientFiles): Promise<RouteTable<never>> =>
  ((await import(`data:text/javascript,${encodeURIComponent(table)}`)) as { routes: RouteTable<never> }).routes;
