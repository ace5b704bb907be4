// Sends every probe of the facts to the running application, and compares: status, media type, body, headers; which members of
// a body are required; that a form does what JSON does.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { boot } from './app/bootstrap/app.ts';
import { resetStores } from './app/src/support/index.ts';
import { ada, bob } from './app/src/users.ts';
import { count } from './atoms.ts';
import { type Operation, operations, type Probe, type Reply, type Schema, type Sent } from './facts/index.ts';

const app = await boot({ env: { APP_ENV: 'testing' } });
const route = app.facades.Route();
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const faults: string[] = [];
let requests = 0;

const tokens = {
  ada: async () => app.facades.Auth().issue(ada),
  bob: async () => app.facades.Auth().issue(bob),
};

const flat = (value: unknown, name = ''): [string, string][] => {
  if (Array.isArray(value)) return value.flatMap((entry, index) => flat(entry, `${name}[${index}]`));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, entry]) => flat(entry, name === '' ? key : `${name}[${key}]`));
  }
  return [[name, String(value)]];
};

const send = async (method: string, target: string, sent: Sent = {}): Promise<Response> => {
  requests++;
  const headers = new Headers(sent.headers);
  if (sent.as !== undefined) headers.set('Authorization', `Bearer ${(await tokens[sent.as]()).access_token}`);
  if (headers.get('Authorization') === 'refresh')
    headers.set('Authorization', `Bearer ${(await tokens.ada()).refresh_token}`);
  let body: string | URLSearchParams | FormData | undefined;
  if (sent.json !== undefined) {
    headers.set('Content-Type', 'application/json');
    body = JSON.stringify(sent.json);
  } else if (sent.form !== undefined) body = new URLSearchParams(sent.form);
  else if (sent.raw !== undefined) {
    headers.set('Content-Type', sent.raw[0]);
    body = sent.raw[1];
  } else if (sent.files !== undefined) {
    body = new FormData();
    for (const [name, value] of Object.entries(sent.files.fields)) body.append(name, value);
    for (const [name, file] of sent.files.files) body.append(name, new File(['content'], file, { type: 'text/plain' }));
  }
  return route.fetch(
    new Request(`http://localhost${target}`, { method, headers, ...(body === undefined ? {} : { body }) }),
  );
};

const fresh = async (method: string, target: string, sent: Sent = {}): Promise<Response> => {
  resetStores();
  for (const [how, where, as] of sent.before ?? []) await send(how, where, as === undefined ? {} : { as });
  return send(method, target, sent);
};

const problem: Schema = {
  type: 'object',
  properties: { message: { type: 'string' }, code: { type: 'string' } },
  required: ['message', 'code'],
};

const fits = (reply: Reply, status: number, type: string, text: string): string | null => {
  if (reply.type === null) return text === '' ? null : `has a body: ${text.slice(0, 80)}`;
  if (reply.type !== '*' && reply.type !== type) return `is ${type}, not ${reply.type}`;
  if (reply.type !== 'application/json') return null;
  const schema = reply.schema ?? (status >= 400 ? problem : {});
  const validate = ajv.compile(schema);
  return validate(JSON.parse(text)) ? null : `${ajv.errorsText(validate.errors)}: ${text.slice(0, 160)}`;
};

const drop = (json: unknown, path: readonly string[]): unknown => {
  const copy = structuredClone(json) as Record<string, unknown>;
  const last = path.at(-1) as string;
  const holder = path
    .slice(0, -1)
    .reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy);
  delete holder[last];
  return copy;
};

const members = (schema: Schema, path: readonly string[] = []): { path: string[]; required: boolean }[] =>
  Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, inner]) => {
    const here = [...path, name];
    return [{ path: here, required: (schema.required as string[]).includes(name) }, ...members(inner, here)];
  });

const has = (json: unknown, path: readonly string[]): boolean => {
  let at = json;
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !(key in at)) return false;
    at = (at as Record<string, unknown>)[key];
  }
  return true;
};

const checkProbe = async (operation: Operation, [status, target, sent]: Probe): Promise<void> => {
  const name = `${operation.method} ${target} -> ${status}`;
  const response = await fresh(operation.method, target, sent);
  const text = await response.text();
  if (response.status !== status) {
    faults.push(`${name}: is ${response.status} ${text.slice(0, 200)}`);
    return;
  }
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const misfits = (operation.replies[status] ?? []).map((reply) => fits(reply, status, type, text));
  if (misfits.length > 0 && !misfits.includes(null)) faults.push(`${name}: ${misfits.join(' / ')}`);
  for (const header of operation.headers[status] ?? [])
    if (!response.headers.has(header)) faults.push(`${name}: no header ${header}`);
};

const checkBody = async (operation: Operation, [status, target, sent]: Probe): Promise<void> => {
  const { body } = operation;
  if (body?.schema?.type !== 'object' || status >= 300 || sent?.json === undefined) return;
  const name = `${operation.method} ${target}`;
  if (body.types.includes('application/x-www-form-urlencoded') && !JSON.stringify(sent.json).includes('null')) {
    const { json, ...rest } = sent;
    const { status: now } = await fresh(operation.method, target, { ...rest, form: Object.fromEntries(flat(json)) });
    if (now !== status) faults.push(`${name}: as a form it is ${now}`);
  }
  if (!operation.strict) return;
  for (const { path, required } of members(body.schema)) {
    if (!has(sent.json, path)) {
      if (operation.probes.every(([, , other]) => !has(other?.json, path)))
        faults.push(`${name}: no probe has ${path.join('.')}`);
      continue;
    }
    const { status: now } = await fresh(operation.method, target, { ...sent, json: drop(sent.json, path) });
    if (now < 300 === required) faults.push(`${name}: without ${path.join('.')} it is ${now}, required is ${required}`);
  }
};

const checkQuery = async (operation: Operation, [status, target, sent]: Probe): Promise<void> => {
  const [path, query = ''] = target.split('?');
  if (status >= 300) return;
  const parameters = new URLSearchParams(query);
  for (const parameter of operation.parameters.filter((one) => one.in === 'query')) {
    const names = [...parameters.keys()].filter(
      (key) => key === parameter.name || key.startsWith(`${parameter.name}[`),
    );
    if (names.length === 0) continue;
    const rest = new URLSearchParams(parameters);
    for (const key of names) rest.delete(key);
    const { status: now } = await fresh(operation.method, `${path}?${rest.toString()}`, sent);
    if (now < 300 === parameter.required)
      faults.push(`${operation.method} ${target}: without ${parameter.name} it is ${now}`);
  }
};

const checkHeaders = async (operation: Operation, [status, target, sent]: Probe): Promise<void> => {
  if (status >= 300) return;
  for (const { name, in: place, required } of operation.parameters) {
    if (place !== 'header' || required === null || sent?.headers?.[name] === undefined) continue;
    const { [name]: _, ...headers } = sent.headers;
    const { status: now } = await fresh(operation.method, target, { ...sent, headers });
    if (now < 300 === required) faults.push(`${operation.method} ${target}: without ${name} it is ${now}`);
  }
};

const checkSecurity = async (operation: Operation, [status, target, sent]: Probe): Promise<void> => {
  if (status >= 300 || operation.security !== 'jwt') return;
  const { as: _, ...guest } = sent ?? {};
  const { status: now } = await fresh(operation.method, target, guest);
  if (now !== 401) faults.push(`${operation.method} ${target}: a guest gets ${now}`);
};

// Every route has facts, and no facts are about another.
const routed = new Set<string>();
for (const { methods, path } of route.getRoutes()) {
  if (path === '/openapi.json' || path === '/docs' || path.startsWith('/docs')) continue;
  for (const method of methods) {
    if (method === 'HEAD') continue;
    const plain = path.replaceAll(/\{(\w+)(?::(?:[^{}]|\{[^{}]*\})*)?\*?\}/g, '{$1}');
    const optional = /^(.*)\/\{(\w+)\?\}$/.exec(plain);
    for (const one of optional === null ? [plain] : [optional[1], `${optional[1]}/{${optional[2]}}`])
      routed.add(`${method} ${one}`);
  }
}
const stated = new Set(operations.map(({ method, path }) => `${method} ${path}`));
for (const name of routed) if (!stated.has(name)) faults.push(`${name}: no facts`);
for (const name of stated) if (!routed.has(name)) faults.push(`${name}: no route`);
if (stated.size !== operations.length) faults.push('An operation is stated twice.');

for (const operation of operations) {
  const shown = new Set(operation.probes.map(([status]) => status));
  for (const status of operation.statuses)
    if (!shown.has(status)) faults.push(`${operation.method} ${operation.path}: no probe shows ${status}`);
  for (const status of shown)
    if (!operation.statuses.includes(status))
      faults.push(`${operation.method} ${operation.path}: ${status} is not stated`);
  for (const probe of operation.probes) {
    await checkProbe(operation, probe);
    await checkBody(operation, probe);
    await checkQuery(operation, probe);
    await checkHeaders(operation, probe);
    await checkSecurity(operation, probe);
  }
}

await app.close();
console.log(
  `${operations.length} operations, ${operations.reduce((sum, one) => sum + count(one), 0)} facts, ${requests} requests, ${faults.length} faults`,
);
for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;
