import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientFiles } from '../../plugins/openapi/src/client/client-files.ts';
import { LanguageServer } from '../types/snippets/language-server.ts';
import { callsOf, documentOf } from './support/many-routes.ts';
import { honoSources, type Sources, tuyauSources } from './support/rival-routes.ts';

const root = join(import.meta.dirname, '..', '..');
const scratch = join(root, 'tests', '.tmp', 'client-types');
const rivals = join(root, 'tools', 'clients');
const compilers = {
  'TypeScript 7': join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
  'TypeScript 6': join(root, 'node_modules', '@typescript', 'old', 'bin', 'tsc'),
};

const options = {
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'dom'],
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};

/** Lines of an editor in which somebody has just typed `api.`. */
const typed = (head: string) => Array.from({ length: 11 }, (_, n) => [`typed${n}.ts`, `${head}\napi.¦\n`] as const);

const importsOf = (calls: string): string => calls.slice(0, calls.indexOf('export const call0'));

/** A folder with a program: what includes the calls, and the same program with nothing but the client's own types. */
const writeProgram = (name: string, modules: string, sources: Sources, empty: string): string => {
  const folder = join(scratch, name);
  mkdirSync(join(folder, 'empty'), { recursive: true });
  symlinkSync(modules, join(folder, 'node_modules'));
  const calls = sources['calls.ts'] ?? '';
  const wrong = calls.replaceAll('member1', 'member11');
  const files = {
    ...sources,
    ...Object.fromEntries(typed(importsOf(calls))),
    'wrong.ts': wrong,
    'empty/empty.ts': empty,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['calls.ts'] }),
    'wrong.json': JSON.stringify({ compilerOptions: options, include: ['wrong.ts'] }),
    'empty/tsconfig.json': JSON.stringify({ compilerOptions: options, include: ['empty.ts'] }),
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
};

interface Measured {
  readonly seconds: number;
  readonly instantiations: number;
  readonly errors: number;
}

const figure = (said: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(said)?.[1] ?? Number.NaN);

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** What the compiler says of a program: the median of three runs. */
const compile = (compiler: string, path: string, runs = 3): Measured => {
  const said = Array.from({ length: runs }, () => {
    const single = compiler === compilers['TypeScript 7'] ? ['--singleThreaded'] : [];
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', path, '--extendedDiagnostics', ...single], {
      encoding: 'utf8',
      maxBuffer: 64 * 2 ** 20,
    });
    return stdout;
  });
  return {
    seconds: median(said.map((text) => figure(text, 'Total time'))),
    instantiations: figure(said[0] ?? '', 'Instantiations'),
    errors: (said[0] ?? '').match(/ error TS/g)?.length ?? 0,
  };
};

/** Milliseconds until an editor shows its list after `api.`, where it has done so before. */
const completion = async (folder: string): Promise<number> => {
  const server = await LanguageServer.start(folder);
  const times: number[] = [];
  for (const [path] of typed('')) {
    const began = performance.now();
    const offers = await server.complete(join(folder, path));
    times.push(performance.now() - began);
    if (!offers.has('model7')) throw new Error(`${folder}: the list after \`api.\` has no model7.`);
  }
  await server.stop();
  return median(times.slice(1));
};

const programs = (): Readonly<Record<string, string>> => {
  const { types, table } = clientFiles(documentOf());
  console.log(`routes.js: ${(table.length / 500).toFixed(0)} bytes a route`);
  const own = { 'routes.d.ts': types, 'routes.js': table, 'calls.ts': callsOf() };
  const nothing = (name: string, from: string): string =>
    `import { ${name} } from '${from}';\nexport const made = ${name};\n`;
  const modules = join(rivals, 'node_modules');
  return {
    '@taproot/client': writeProgram('own', join(root, 'node_modules'), own, nothing('createClient', '@taproot/client')),
    "Hono's hc": writeProgram('hono', modules, honoSources(), nothing('hc', 'hono/client')),
    Tuyau: writeProgram('tuyau', modules, tuyauSources(), nothing('createTuyau', '@tuyau/core/client')),
  };
};

/** 500 routes and 200 calls: instantiations, the seconds of the compiler beyond a program of nothing, and completion in an editor. */
export const run = async (): Promise<readonly string[]> => {
  if (!existsSync(join(rivals, 'node_modules', '.package-lock.json')))
    spawnSync('npm', ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'], {
      cwd: rivals,
      stdio: 'inherit',
    });
  rmSync(scratch, { recursive: true, force: true });
  const faults: string[] = [];
  const rows: Record<string, Record<string, number | string>> = {};
  for (const [name, folder] of Object.entries(programs())) {
    const row: Record<string, number | string> = {};
    for (const [version, compiler] of Object.entries(compilers)) {
      const full = compile(compiler, folder);
      const seconds = full.seconds - compile(compiler, join(folder, 'empty')).seconds;
      if (full.errors > 0) faults.push(`${name}: ${full.errors} errors of ${version} in right calls.`);
      if (version === 'TypeScript 7') row['instantiations'] = full.instantiations;
      row[`${version}, s`] = seconds.toFixed(2);
      if (name === '@taproot/client' && version === 'TypeScript 7') {
        if (full.instantiations > 5000) faults.push(`${full.instantiations} instantiations, at most 5,000.`);
        if (seconds > 0.5) faults.push(`${seconds} s for the generated files, at most 0.5 s.`);
      }
    }
    // Types that are `any` would be fast.
    const { errors } = compile(compilers['TypeScript 7'], join(folder, 'wrong.json'), 1);
    if (errors < 160) faults.push(`${name}: ${errors} errors in 160 wrong calls.`);
    const milliseconds = await completion(folder);
    row['completion, ms'] = milliseconds.toFixed(0);
    if (name === '@taproot/client' && milliseconds > 100)
      faults.push(`${milliseconds} ms to complete \`api.\`, at most 100.`);
    rows[name] = row;
  }
  console.table(rows);
  return faults;
};
