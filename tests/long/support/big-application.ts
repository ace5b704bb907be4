import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const home = join(import.meta.dirname, '..', '..', '.tmp');

const files = 50;
const verbs = ['index', 'show', 'store', 'update', 'destroy'] as const;

const rulesOf = (id: number): string =>
  [
    `title: 'required|string|max:${100 + id}'`,
    `body: 'required|string|min:${(id % 7) + 1}'`,
    `email: 'required|email'`,
    `count: 'required|integer|between:1,${id + 2}'`,
    `price: 'nullable|numeric|min:0|max:${1000 + id}'`,
    `state: 'required|in:draft,open,sold${id}'`,
    `'tags.*': 'string|max:${20 + (id % 30)}'`,
    `published: 'boolean'`,
  ].join(', ');

const modelOf = (n: number, resource: number): string => `
/** Model ${n}-${resource}. */
export interface Model${n}x${resource} {
  readonly id: number;
  readonly title: string;
  readonly state: 'draft' | 'open' | 'sold';
  readonly price: number | null;
  readonly tags: readonly string[];
  readonly author: { readonly id: number; readonly name: string };
  readonly made: Date;
  readonly note?: string;
}
const model${resource} = (id: number): Model${n}x${resource} => {
  if (id === 0) throw new NotFoundError('There is no such model.');
  return { id, title: 'A', state: 'open', price: null, tags: [], author: { id: 1, name: 'B' }, made: new Date(0) };
};
`;

const handlerOf = (n: number, resource: number, verb: (typeof verbs)[number]): string => {
  const rules = rulesOf((n * 2 + resource) * verbs.length + verbs.indexOf(verb));
  const made = `model${resource}(ctx.request().routeInt('id'))`;
  const answers = {
    index: `ctx.response().json(200, { data: [model${resource}(1)], page: ctx.request().queryInt('page', 1) })`,
    show: made,
    store: `ctx.response().json(201, model${resource}(1))`,
    update: `ctx.response().json(200, ${made})`,
    destroy: 'ctx.response().noContent()',
  };
  return `
/** ${verb} of ${n}-${resource}. */
export const ${verb}${resource} = async (ctx: Context) => {
  const given = await ctx.request().validated({ ${rules} });
  if (given.count === 7) throw new ConflictError('Seven are too many.', { code: 'E_SEVEN' });
  return ${answers[verb]};
};
`;
};

const routeOf = (n: number, resource: number): string => {
  const path = `/part${n}/thing${resource}`;
  const name = `part${n}.thing${resource}`;
  return `
  route.get('${path}', index${resource}).name('${name}.index');
  route.get('${path}/{id}', show${resource}).name('${name}.show');
  route.post('${path}', store${resource}).name('${name}.store');
  route.put('${path}/{id}', update${resource}).name('${name}.update');
  route.delete('${path}/{id}', destroy${resource}).name('${name}.destroy');`;
};

const fileOf = (n: number): string => `import { ConflictError, type Context, NotFoundError } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import '@taproot/validation';
${[0, 1].map((resource) => modelOf(n, resource) + verbs.map((verb) => handlerOf(n, resource, verb)).join('')).join('')}
export const part${n} = (route: RootRouter): void => {${[0, 1].map((resource) => routeOf(n, resource)).join('')}
};
`;

const numbers = Array.from({ length: files }, (_, n) => n);

const boot = `import { setup, type SetupOptions } from '@taproot/core';
import { consoleKernel } from '@taproot/console';
import { lang } from '@taproot/lang';
import { openapi } from '@taproot/openapi';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
${numbers.map((n) => `import { part${n} } from '../routes/part${n}.ts';`).join('\n')}

export const boot = (options: SetupOptions = {}) =>
  setup(null, { basePath: import.meta.url, ...options })
    .withPlugins([consoleKernel(), routing(), lang(), validation(), openapi()])
    .withRouting((route) => {
${numbers.map((n) => `      part${n}(route);`).join('\n')}
    })
    .create();
`;

/** Writes an application of 500 routes in 50 files, each with rules for eight fields, and removes it after `work`. */
export const withBigApplication = async (work: (folder: string) => Promise<void>): Promise<void> => {
  await mkdir(home, { recursive: true });
  const folder = await mkdtemp(join(home, 'big-'));
  const write = (file: string, text: string): Promise<void> => writeFile(join(folder, file), text);
  try {
    await mkdir(join(folder, 'routes'));
    await mkdir(join(folder, 'bootstrap'));
    await write('package.json', JSON.stringify({ name: 'big', version: '1.0.0', type: 'module' }));
    const compilerOptions = {
      target: 'es2023',
      lib: ['es2023'],
      module: 'nodenext',
      types: ['node'],
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
    };
    await write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
    await write('bootstrap/app.ts', boot);
    for (const n of numbers) await write(`routes/part${n}.ts`, fileOf(n));
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
