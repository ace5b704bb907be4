import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Eight fields with the rules of a form; numbers in them differ, so that the compiler cannot read one map for another. */
const rulesOf = (/** @type {number} */ route) => `{
      title: 'required|string|min:${(route % 9) + 1}|max:${200 + route}',
      email: 'required|email|max:${100 + route}',
      seats: 'required|integer|between:1,${10 + route}',
      status: 'required|in:draft,live,s${route}',
      starts: 'required|date|before:ends',
      ends: 'required|date',
      reason: 'required_if:status,live|nullable|string|max:${500 + route}',
      'tags.*': ['required', 'string', 'max:${20 + route}'],
    }`;

const routeOf = (/** @type {number} */ route, /** @type {boolean} */ typed) => `
  route.post('/things${route}/{id}', async (ctx) => {
    const data = await ctx.request().validated(${typed ? rulesOf(route) : `${rulesOf(route)} as Record<string, unknown>`});
    return ctx.response().json(201, { id: ctx.request().route('id'), title: data${typed ? '.title' : "['title']"} });
  });`;

const config = {
  extends: fileURLToPath(new URL('../../tsconfig.base.json', import.meta.url)),
  compilerOptions: {
    noEmit: true,
    composite: false,
    declaration: false,
    declarationMap: false,
    rewriteRelativeImportExtensions: false,
    customConditions: [],
  },
  include: ['*.ts'],
};

/**
 * Writes an application's routes for the compiler alone: so many in files of 40, each with a map of 8 fields, read by
 * the compiler or, without `typed`, taken as any map.
 * @param {URL} folder
 * @param {{ readonly routes: number, readonly typed: boolean }} shape
 */
export const writeRoutes = async (folder, { routes, typed }) => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(new URL('tsconfig.json', folder), JSON.stringify(config));
  for (let first = 0; first < routes; first += 40) {
    const lines = Array.from({ length: Math.min(40, routes - first) }, (_, i) => routeOf(first + i, typed));
    const source = `import type { RootRouter } from '@taproot/routing';
import '@taproot/validation';

export const add = (route: RootRouter): void => {${lines.join('')}
};
`;
    await writeFile(new URL(`routes${first}.ts`, folder), source);
  }
};
