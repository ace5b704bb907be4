import { body, resources } from './many-routes.ts';

/** Sources of a program, by path. `calls.ts` is the client. */
export type Sources = Readonly<Record<string, string>>;

const indexes = Array.from({ length: resources }, (_, index) => index);
const members = Array.from({ length: 10 }, (_, n) => `member${n}: ${n % 2 ? 'string' : 'number'}`).join('; ');
const model = (i: number): string => `export interface Model${i} { ${members} }\n`;
const missing = `{ message: '', code: 'E_HTTP_404' as const, request_id: '' }`;

/** 200 calls, each with what a page does with its result. */
const callsWith = (head: string, call: (i: number, verb: number) => string, use: readonly string[]): string =>
  `${head}\n${Array.from(
    { length: 200 },
    (_, n) =>
      `export const call${n} = async () => { const r = await ${call(n % resources, n % 5)}; return ${use[n % 5] ?? ''}; };`,
  ).join('\n')}\n`;

/** Hono: an application for each resource, as its guide for larger applications has it, and `hc`. */
export const honoSources = (): Sources => {
  const files: Record<string, string> = {};
  for (const i of indexes)
    files[`model${i}.ts`] = `import { Hono } from 'hono';
import { validator } from 'hono/validator';
${model(i)}const model: Model${i} = ${body};
const json = validator('json', (value) => value as Model${i});
const query = validator('query', (value) => value as { page?: string });
export const model${i} = new Hono()
  .get('/', query, (c) => c.json([model], 200))
  .post('/', json, (c) => Math.random() > 1 ? c.json(${missing}, 422) : c.json(c.req.valid('json'), 201))
  .get('/:id', (c) => Math.random() > 1 ? c.json(${missing}, 404) : c.json(model, 200))
  .put('/:id', json, (c) => Math.random() > 1 ? c.json(${missing}, 422) : c.json(c.req.valid('json'), 200))
  .delete('/:id', (c) => Math.random() > 1 ? c.json(${missing}, 404) : c.body(null, 204));
`;
  const imports = indexes.map((i) => `import { model${i} } from './model${i}.js';`).join('\n');
  const routes = indexes.map((i) => `  .route('/model${i}', model${i})`).join('\n');
  files['app.ts'] =
    `import { Hono } from 'hono';\n${imports}\nexport const app = new Hono()\n${routes};\nexport type App = typeof app;\n`;
  const param = `param: { id: '1' }`;
  const paths = [
    `.$get({ query: { page: '1' } })`,
    `[':id'].$get({ ${param} })`,
    `.$post({ json: ${body} })`,
    `[':id'].$put({ ${param}, json: ${body} })`,
    `[':id'].$delete({ ${param} })`,
  ];
  files['calls.ts'] = callsWith(
    `import { hc } from 'hono/client';\nimport type { App } from './app.js';\nexport const api = hc<App>('http://localhost');`,
    (i, verb) => `api.model${i}${paths[verb] ?? ''}`,
    [
      `(await r.json())[0]?.member1`,
      `r.status === 200 ? (await r.json()).member1.length : r.status`,
      `r.status === 201 ? (await r.json()).member1.length : (await r.json()).code`,
      `r.status === 200 ? (await r.json()).member1.length : (await r.json()).code`,
      `r.status`,
    ],
  );
  return files;
};

/** Tuyau: controllers, and the registry in the form that its generator writes. Rules are plain types, as fast as they can be. */
export const tuyauSources = (): Sources => {
  const files: Record<string, string> = {};
  for (const i of indexes)
    files[`controller${i}.ts`] = `${model(i)}const model: Model${i} = ${body};
export interface Index { query?: { page?: number } }
interface Refused { __response: { message: string }; __status: 404 }
const refused = (): Refused => { throw new Error(); };
export default class Controller${i} {
  async index() { return [model]; }
  async store() { return model; }
  async show() { return Math.random() > 1 ? refused() : model; }
  async update() { return Math.random() > 1 ? refused() : model; }
  async destroy() { return Math.random() > 1 ? refused() : {}; }
}
`;
  const verbs = [
    ['index', 'GET', false],
    ['store', 'POST', false],
    ['show', 'GET', true],
    ['update', 'PUT', true],
    ['destroy', 'DELETE', true],
  ] as const;
  const all = indexes.flatMap((i) => verbs.map(([verb, method, hasId]) => ({ i, verb, method, hasId })));
  const schema = all.map(({ i, verb, method, hasId }) => {
    const reply = `Awaited<ReturnType<import('./controller${i}.js').default['${verb}']>>`;
    const hasBody = method === 'POST' || method === 'PUT';
    const input = `import('./controller${i}.js').Model${i}`;
    const errors = `ExtractErrorResponse<${reply}>${hasBody ? ` | { status: 422; response: { errors: SimpleError[] } }` : ''}`;
    return `  'model${i}.${verb}': {
    methods: ["${method}"]
    pattern: '/model${i}${hasId ? '/:id' : ''}'
    types: {
      body: ${hasBody ? `ExtractBody<${input}>` : '{}'}
      paramsTuple: [${hasId ? 'ParamValue' : ''}]
      params: ${hasId ? '{ id: ParamValue }' : '{}'}
      query: ${verb === 'index' ? `ExtractQueryForGet<{ page?: number }>` : hasBody ? `ExtractQuery<${input}>` : '{}'}
      response: ExtractResponse<${reply}>
      errorResponse: ${errors}
    }
  }`;
  });
  files['schema.d.ts'] =
    `import type { ExtractBody, ExtractErrorResponse, ExtractQuery, ExtractQueryForGet, ExtractResponse } from '@tuyau/core/types';
type ParamValue = string | number | bigint | boolean;
interface SimpleError { message: string; field: string; rule: string }
export interface Registry {\n${schema.join('\n')}\n}\n`;
  const tree = indexes.map(
    (i) =>
      `  model${i}: {\n${verbs.map(([verb]) => `    ${verb}: typeof routes['model${i}.${verb}']`).join('\n')}\n  }`,
  );
  files['tree.d.ts'] =
    `import type { routes } from './registry.js';\nexport interface ApiDefinition {\n${tree.join('\n')}\n}\n`;
  const runtime = all.map(({ i, verb, method, hasId }) => {
    const id = hasId ? `,{"old":"/model${i}/:id","type":1,"val":"id","end":""}` : '';
    return `  'model${i}.${verb}': {
    methods: ["${method}"],
    pattern: '/model${i}${hasId ? '/:id' : ''}',
    tokens: [{"old":"/model${i}","type":0,"val":"model${i}","end":""}${id}],
    types: placeholder as Registry['model${i}.${verb}']['types'],
  }`;
  });
  files['registry.ts'] = `import type { AdonisEndpoint } from '@tuyau/core/types';
import type { Registry } from './schema.d.ts';
import type { ApiDefinition } from './tree.d.ts';
const placeholder: any = {};
const routes = {\n${runtime.join(',\n')},\n} as const satisfies Record<string, AdonisEndpoint>;
export { routes };
export const registry = { routes, $tree: {} as ApiDefinition };
declare module '@tuyau/core/types' {
  export interface UserRegistry { routes: typeof routes; $tree: ApiDefinition }
}
`;
  const calls = [
    `.index({ query: { page: 1 } })`,
    `.show({ params: { id: 1 } })`,
    `.store({ body: ${body} })`,
    `.update({ params: { id: 1 }, body: ${body} })`,
    `.destroy({ params: { id: 1 } })`,
  ];
  files['calls.ts'] = callsWith(
    `import { createTuyau } from '@tuyau/core/client';\nimport { registry } from './registry.js';
export const api = createTuyau({ registry, baseUrl: 'http://localhost' }).api;`,
    (i, verb) => `api.model${i}${calls[verb] ?? ''}`,
    [`r[0]?.member1`, `r.member1.length`, `r.member1.length`, `r.member1.length`, `typeof r`],
  );
  return files;
};
