import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

interface Operation {
  readonly responses: Readonly<Record<string, { readonly $ref: string }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, { readonly content: object }>> };
}

const file = new URL('../openapi.yml', import.meta.url);
const document: Document = parse(readFileSync(file, 'utf8'));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ ...document, $id: 'openapi.yml' });

const checks = new Map<string, ValidateFunction>();

const checkOf = (reference: string): ValidateFunction => {
  const check = checks.get(reference) ?? ajv.compile({ $ref: reference });
  checks.set(reference, check);
  return check;
};

/** Every response of the document, as `POST /users 409`. */
export const promised: readonly string[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { responses }]) =>
    Object.keys(responses).map((status) => `${method.toUpperCase()} ${path} ${status}`),
  ),
);

const committed: Pick<Document, 'paths'> = JSON.parse(
  readFileSync(new URL('../../api/openapi.json', import.meta.url), 'utf8'),
);

/** Says how a response differs from the document; empty if it does not. */
export const breaches = (method: string, path: string, status: number, body: unknown): string[] => {
  if (committed.paths[`/api${path}`]?.[method.toLowerCase()]?.responses[status] === undefined)
    return [`api/openapi.json does not say that ${method} ${path} answers ${status}`];
  const reference = document.paths[path]?.[method.toLowerCase()]?.responses[status]?.$ref;
  if (reference === undefined) return [`${method} ${path} never answers ${status}`];
  const { content } = document.components.responses[reference.split('/').at(-1) ?? ''] ?? { content: {} };
  if (!('application/json' in content)) return body === '' ? [] : [`${status} has no body`];
  const check = checkOf(`openapi.yml${reference}/content/application~1json/schema`);
  return check(body) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};
