/** Resources, of five routes each. */
export const resources = 100;
/** The routes of a resource. */
export const verbs = ['index', 'show', 'store', 'update', 'destroy'] as const;

const field = (type: string) => ({ type, 'x-taproot-rules': ['required'] });
const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });
const problem = (code: string) =>
  json({ $ref: '#/components/schemas/Problem', properties: { code: { enum: [code] } } });

/** A document of 500 routes: 100 resources of 10 members each. */
export const documentOf = (): Record<string, unknown> => {
  const paths: Record<string, object> = {};
  const schemas: Record<string, object> = {};
  for (let i = 0; i < resources; i++) {
    const members = Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [`member${n}`, field(n % 2 ? 'string' : 'number')]),
    );
    schemas[`Model${i}`] = { type: 'object', properties: members, required: Object.keys(members) };
    const model = { $ref: `#/components/schemas/Model${i}` };
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
    const page = { name: 'page', in: 'query', required: false, schema: { type: 'integer' } };
    const body = { required: true, content: { 'application/json': { schema: schemas[`Model${i}`] } } };
    const failed = { 401: problem('E_UNAUTHENTICATED'), 404: problem('E_HTTP_404') };
    const invalid = { 422: json({ $ref: '#/components/schemas/InvalidProblem' }) };
    const name = (verb: string) => `model${i}.${verb}`;
    paths[`/model${i}`] = {
      get: {
        operationId: name('index'),
        parameters: [page],
        responses: { 200: json({ type: 'array', items: model }), ...failed },
      },
      post: { operationId: name('store'), requestBody: body, responses: { 201: json(model), ...failed, ...invalid } },
    };
    paths[`/model${i}/{id}`] = {
      get: { operationId: name('show'), parameters: [id], responses: { 200: json(model), ...failed } },
      put: {
        operationId: name('update'),
        parameters: [id],
        requestBody: body,
        responses: { 200: json(model), ...failed, ...invalid },
      },
      delete: { operationId: name('destroy'), parameters: [id], responses: { 204: { description: '' }, ...failed } },
    };
  }
  return { info: { title: 'Types' }, paths, components: { schemas: { ...schemas, Problem: {}, InvalidProblem: {} } } };
};

/** A body that each route takes. */
export const body = `{ ${Array.from({ length: 10 }, (_, n) => `member${n}: ${n % 2 ? "''" : 1}`).join(', ')} }`;

const inputs: Readonly<Record<(typeof verbs)[number], string>> = {
  index: '{ query: { page: 1 } }',
  show: '{ params: { id: 1 } }',
  store: `{ body: ${body} }`,
  update: `{ params: { id: 1 }, body: ${body} }`,
  destroy: '{ params: { id: 1 } }',
};

/** 200 calls, with what a page does with their results. */
export const callsOf = (): string => {
  const lines = Array.from({ length: 200 }, (_, n) => {
    const verb = verbs[n % 5] ?? 'index';
    const call = `await api.model${n % resources}.${verb}(${inputs[verb]})`;
    const used = { index: 'r.data[0]?.member1', destroy: 'r.status' }[verb as string] ?? 'r.data.member1.length';
    const failed =
      verb === 'store' || verb === 'update' ? 'r.status === 422 ? r.errors.member1?.[0] : r.status' : 'r.status';
    return `export const call${n} = async () => { const r = ${call}; return r.ok ? ${used} : ${failed}; };`;
  });
  return `import { createClient } from '@taproot/client';\nimport { routes } from './routes.js';\nconst api = createClient({ routes });\n${lines.join('\n')}\n`;
};
