import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../packages/run.mjs';

const here = join(import.meta.dirname, '..', '..', 'tools', 'lint-packages');

const changedAt = (file) => (existsSync(join(here, file)) ? statSync(join(here, file)).mtimeMs : 0);

/** Installs publint and arethetypeswrong on first use. They check releases only, so `npm ci` in the root leaves them out. */
const load = async (name) => {
  if (changedAt('node_modules/.package-lock.json') < changedAt('package-lock.json'))
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here });
  return import(pathToFileURL(createRequire(join(here, 'package.json')).resolve(name)).href);
};

/** Our packages are ES modules with `exports`: what CommonJS and the resolution of Node 10 cannot read is no fault of theirs. */
const served = new Set(['node16-esm', 'bundler']);

const typeFaults = async (data) => {
  const { checkPackage, createPackageFromTarballData } = await load('@arethetypeswrong/core');
  const { problemAffectsResolutionKind, problemKindInfo } = await load('@arethetypeswrong/core/problems');
  const files = createPackageFromTarballData(new Uint8Array(data));
  const { exports } = JSON.parse(files.readFile(`/node_modules/${files.packageName}/package.json`));
  // A package without `exports`, such as create-taproot, is a program without types.
  if (exports === undefined) return { faults: [], typed: false };
  const analysis = await checkPackage(files);
  const faults = analysis.problems
    .filter((problem) => [...served].some((kind) => problemAffectsResolutionKind(problem, kind, analysis)))
    .map((problem) => `${problemKindInfo[problem.kind].title} ${problem.entrypoint ?? ''}`.trim());
  return { faults, typed: true };
};

const lintFaults = async (data) => {
  const { publint } = await load('publint');
  const { formatMessage } = await load('publint/utils');
  const { messages, pkg } = await publint({
    pack: { tarball: data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength) },
    strict: true,
  });
  return messages.map((message) => `${message.type}: ${formatMessage(message, pkg, { color: false }) ?? message.code}`);
};

/** What publint and arethetypeswrong find in a tarball. */
export const lintPackage = async (tarball) => {
  const data = readFileSync(tarball);
  const types = await typeFaults(data);
  return { bytes: data.byteLength, publint: await lintFaults(data), types: types.faults, typed: types.typed };
};
