import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientFiles } from '../../plugins/openapi/src/client/client-files.ts';
import type { LongTest } from './run.ts';
import { generators } from './support/tools.ts';

const root = join(import.meta.dirname, '..', '..');
const scratch = join(root, 'tests', '.tmp', 'api-generators');
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');

const applications = [
  'app-skeleton',
  'examples/conduit',
  'examples/helpdesk',
  'examples/rooms',
  'tests/openapi/golden',
  'tests/client/shop',
];

const orval = `module.exports = {
  fetch: { input: './openapi.json', output: { target: './orval/fetch.ts', client: 'fetch' } },
  zod: { input: './openapi.json', output: { target: './orval/zod.ts', client: 'zod' } },
};
`;

/** hey-api knows the schemes bearer and basic; those of Conduit have another one. */
const known = /unsupported security scheme/;

/** The generators, each with the command that makes its files of `openapi.json`. */
const programs: readonly (readonly [name: string, bin: string, args: readonly string[]])[] = [
  ['openapi-typescript', 'openapi-typescript', ['openapi.json', '-o', 'paths.d.ts']],
  [
    'hey-api',
    'openapi-ts',
    ['-i', 'openapi.json', '-o', 'hey', '-p', '@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch', 'zod'],
  ],
  ['orval', 'orval', ['--config', 'orval.config.cjs']],
  ['swagger-typescript-api', 'swagger-typescript-api', ['generate', '-p', 'openapi.json', '-o', 'sta', '-n', 'api.ts']],
];

/** A front end that uses openapi-fetch, and the files that `openapi:write` makes for MSW and zod. */
const uses = `import createFetch from 'openapi-fetch';
import type { paths } from './paths.js';
import { mocks } from './own/mocks.js';
import { data, inputs, models } from './own/zod.js';
export const api = createFetch<paths>({ baseUrl: 'http://localhost' });
export const used = [mocks(), data, inputs, models];
`;

/** Calls each route of the client through MSW, which answers with samples; prints what is not a success. */
const calls = `import { createClient } from '@taproot/client';
import { setupServer } from 'msw/node';
import { mocks } from './own/mocks.js';
import { routes } from './own/routes.js';
import { data, inputs } from './own/zod.js';
const server = setupServer(...mocks({ baseUrl: 'http://localhost' }));
server.listen({ onUnhandledRequest: 'error' });
const api = createClient({ routes, baseUrl: 'http://localhost', retry: 0, dates: DATES });
let called = 0;
for (const [name, line] of Object.entries(routes.calls)) {
  // A sample leads nowhere.
  if (line.endsWith('>')) continue;
  const call = name.split('.').reduce((node, part) => node[part === 'then' ? 'then_' : part], api);
  const params = Object.fromEntries([...line.split(' ')[1].matchAll(/\\{([^{}?*]+)/g)].map(([, key]) => [key, '1']));
  const body = /^(POST|PUT|PATCH)/.test(line) && 'body' in inputs[name] ? {} : undefined;
  const result = await call({ params, body });
  called++;
  if (!result.ok) console.log(name, result.status, result.reason, result.cause, result.problem);
  const schema = data[name][result.status];
  const checked = result.ok && schema !== undefined ? schema.safeParse(result.data) : { success: true };
  // Samples do not follow patterns.
  const faults = checked.success ? [] : checked.error.issues.filter(({ format }) => format !== 'regex');
  if (faults.length > 0) console.log(name, JSON.stringify(faults));
}
server.close();
if (called === 0) console.log('no route was called');
`;

const config = JSON.stringify({
  compilerOptions: {
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  },
  include: ['*.ts', 'hey', 'orval', 'sta', 'own'],
});

const runIn = (
  folder: string,
  args: readonly string[],
): { readonly status: number | null; readonly output: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

const faultsOf = (application: string, modules: string): string[] => {
  const folder = join(scratch, application.replaceAll('/', '-'));
  mkdirSync(join(folder, 'own'), { recursive: true });
  mkdirSync(join(folder, 'node_modules', '@taproot'), { recursive: true });
  for (const name of readdirSync(modules))
    if (!name.startsWith('.')) symlinkSync(join(modules, name), join(folder, 'node_modules', name));
  const text = readFileSync(join(root, application, 'api', 'openapi.json'), 'utf8');
  writeFileSync(join(folder, 'openapi.json'), text);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'orval.config.cjs'), orval);
  writeFileSync(join(folder, 'uses.ts'), uses);
  writeFileSync(join(folder, 'tsconfig.json'), config);
  symlinkSync(join(root, 'client'), join(folder, 'node_modules', '@taproot', 'client'));
  const faults: string[] = [];
  for (const [name, bin, args] of programs) {
    const { status, output } = runIn(folder, [join(modules, '.bin', bin), ...args]);
    const warnings = output.split('\n').filter((line) => /\bwarn|error/i.test(line) && !known.test(line));
    if (status !== 0 || warnings.length > 0) faults.push(`${application}, ${name}: ${warnings.join('; ') || output}`);
  }
  for (const dates of ['string', 'date'] as const) {
    const { types, table, more } = clientFiles(JSON.parse(text), { dates, mocks: true, zod: true });
    const files = { 'routes.d.ts': types, 'routes.js': table, ...more };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, 'own', name), content);
    writeFileSync(join(folder, 'calls.js'), calls.replace('DATES', `'${dates}'`));
    const { output } = runIn(folder, ['calls.js']);
    if (output !== '') faults.push(`${application}, mocks with dates as ${dates}: ${output}`);
  }
  const { output } = runIn(folder, [tsc, '-p', '.', '--pretty', 'false']);
  if (output !== '') faults.push(`${application}: ${output}`);
  return faults;
};

/** Clients that others make of our documents, and our own mocks and schemas, through the compiler; the mocks answer the client. */
export const run: LongTest = () => {
  const modules = generators();
  rmSync(scratch, { recursive: true, force: true });
  const faults = applications.flatMap((application) => faultsOf(application, modules));
  console.log(`${applications.length} documents through ${programs.length} generators: ${faults.length} faults`);
  return Promise.resolve(faults);
};
