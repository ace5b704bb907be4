import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { pack } from '../../../scripts/packages/pack.mjs';
import { readPage, root } from '../../docs/support/code-blocks.ts';
import { parseCurl } from '../../docs/support/curl.ts';
import { type Exchange, isShown } from '../../docs/support/session.ts';
import { startServer } from './live-server.ts';
import { createOptions, type Step, tutorialSteps } from './tutorial-steps.ts';

const exec = promisify(execFile);

/** Runs a program; when it fails, the error has its output. */
const runIn = async (cwd: string, [program = '', ...args]: readonly string[]): Promise<void> => {
  await exec(program, args, { cwd, env: { ...process.env, CI: '1' } }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${[program, ...args].join(' ')}\n${error.stdout}${error.stderr}`);
    },
  );
};

/** `database/migrations/*_create_posts.ts` is the one file there that ends so. */
const placeOf = async (app: string, path: string): Promise<string> => {
  const [before, after] = path.split('*');
  if (before === undefined || after === undefined) return join(app, path);
  const found = (await readdir(join(app, before))).filter((name) => name.endsWith(after));
  if (found.length !== 1) throw new Error(`${path} is ${found.length} files.`);
  return join(app, before, found[0] ?? '');
};

const shownHeaders = ({ shown }: Exchange): string[] =>
  (shown.split('\n\n')[0] ?? '')
    .split('\n')
    .slice(1)
    .map((line) => line.split(':')[0] ?? '');

/** The reply of a server to a `curl` line, as the page shows it. */
const reply = async (url: string, exchange: Exchange): Promise<string> => {
  const curl = parseCurl(exchange.command);
  const target = new URL(curl.url.includes('://') ? curl.url : `http://${curl.url}`);
  const response = await fetch(`${url}${target.pathname}${target.search}`, {
    method: curl.method ?? (curl.data === null ? 'GET' : 'POST'),
    headers: curl.headers,
    body: curl.data === null ? null : new URLSearchParams(curl.data),
  });
  const body = await response.text();
  if (!curl.include) return body;
  const headers = shownHeaders(exchange).map((name) => `${name}: ${response.headers.get(name) ?? '(none)'}`);
  const head = [`HTTP/1.1 ${response.status} ${response.statusText}`, ...headers].join('\n');
  return exchange.shown.includes('\n\n') ? `${head}\n\n${body}` : head;
};

const talk = async (app: string, exchanges: readonly Exchange[]): Promise<string[]> => {
  const server = await startServer(['npm', 'start'], app);
  try {
    const faults: string[] = [];
    for (const exchange of exchanges) {
      const actual = await reply(server.url, exchange);
      if (!isShown(exchange.shown, actual))
        faults.push(`${exchange.command}\n  shown: ${exchange.shown}\n  is: ${actual}`);
    }
    return faults;
  } finally {
    await server.stop();
  }
};

/** A package.json that is developed beside the application gets the packed packages, in place of published ones. */
const withPackages = async (code: string, packages: string): Promise<string> => {
  const manifest = JSON.parse(code) as { devDependencies?: Record<string, string> };
  for (const name of Object.keys(manifest.devDependencies ?? {})) {
    const [, own] = /^@taproot\/(.+)$/.exec(name) ?? [];
    const file = (await readdir(packages)).find((one) => own !== undefined && one.startsWith(`taproot-${own}-`));
    if (file !== undefined) Object.assign(manifest.devDependencies ?? {}, { [name]: `file:${join(packages, file)}` });
  }
  return JSON.stringify(manifest, null, 2);
};

const take = async (app: string, step: Step, packages: string): Promise<string[]> => {
  if (step.kind === 'session') return talk(app, step.exchanges);
  if (step.kind === 'command') await runIn(app, step.words);
  else {
    const path = await placeOf(app, step.path);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, path.endsWith('package.json') ? await withPackages(step.code, packages) : step.code);
  }
  return [];
};

/** The name of the packed package, with the version of its manifest. */
const tarballOf = async (workspace: string): Promise<string> => {
  const { name, version } = JSON.parse(await readPage(`${workspace}/package.json`)) as {
    name: string;
    version: string;
  };
  return `${name}-${version}.tgz`;
};

/**
 * Executes pages that begin with `npm create taproot@latest`, from packed packages in an empty folder: every command, file and
 * request. Resolves to what does not hold.
 */
export const runPages = async (pages: readonly string[]): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'taproot-page-'));
  try {
    const packages = join(folder, 'packages');
    await mkdir(packages);
    await pack(root, packages);
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'tool', private: true }));
    await runIn(folder, ['npm', 'install', join(packages, await tarballOf('create-taproot'))]);
    const faults: string[] = [];
    for (const page of pages) faults.push(...(await runPage(page, folder, packages)));
    return faults;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const runPage = async (page: string, folder: string, packages: string): Promise<string[]> => {
  const markdown = await readPage(page);
  const { name, options } = createOptions(markdown);
  const bin = join(folder, 'node_modules', '.bin', 'create-taproot');
  console.log(page);
  await runIn(folder, [bin, name, '--packages', packages, ...options]);
  const faults: string[] = [];
  for (const step of tutorialSteps(markdown)) {
    const began = performance.now();
    faults.push(...(await take(join(folder, name), step, packages)).map((fault) => `${page}:${step.line} ${fault}`));
    const what = step.kind === 'command' ? step.words.join(' ') : step.kind === 'file' ? step.path : 'requests';
    console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  line ${step.line}: ${what}`);
  }
  return faults;
};
