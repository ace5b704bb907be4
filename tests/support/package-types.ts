import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

const root = join(import.meta.dirname, '..', '..');
const home = join(root, 'tests', '.tmp', 'package-types');

const folders = ['core', 'client', ...readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}`)]
  .concat('examples/plugin-request-log')
  .filter((folder) => existsSync(join(root, folder, 'package.json')));

/** Runs the compiler; resolves to what it says. */
export const tsc = async (cwd: string, ...args: readonly string[]): Promise<string> => {
  const program = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  // Several checkers share little of their work: on a machine that is busy with tests, one is the cheapest.
  const child = spawn(process.execPath, [program, '--pretty', 'false', '--singleThreaded', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (stderr !== '') throw new Error(stderr);
  return stdout;
};

/** A name for the sources as they are now, and for the compiler that reads them. */
const nameOfSources = async (): Promise<string> => {
  const listed = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder, 'src'), { recursive: true }))
        .filter((file) => file.endsWith('.ts'))
        .map((file) => join(folder, 'src', file)),
    ),
  );
  const manifests = folders.map((folder) => join(folder, 'package.json'));
  const files = [...listed.flat().toSorted(), ...manifests, 'tsconfig.base.json', 'package-lock.json'];
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))));
  const hash = createHash('sha256');
  for (const [i, content] of contents.entries()) hash.update(`${files[i]}\0${content.length}\0`).update(content);
  return hash.digest('hex').slice(0, 16);
};

/** Writes the declarations of every package to a folder, without checking anything: `npm run typecheck` does. */
const writeTypes = async (folder: string): Promise<void> => {
  const tsconfig = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: {
      noCheck: true,
      composite: false,
      emitDeclarationOnly: true,
      declarationMap: false,
      rootDir: root,
      outDir: folder,
    },
    include: folders.map((one) => join(root, one, 'src', '**', '*.ts')),
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const said = await tsc(folder, '-p', '.');
  if (said !== '') throw new Error(said);
  // Tools ask for the name of the package that a declaration is of.
  for (const one of folders) {
    const { name } = JSON.parse(await readFile(join(root, one, 'package.json'), 'utf8')) as Manifest;
    await writeFile(join(folder, one, 'package.json'), JSON.stringify({ name, type: 'module' }));
  }
};

const longAgo = 60_000;

const age = async (path: string): Promise<number> => {
  const found = await stat(path).catch(() => null);
  return found === null ? 0 : Date.now() - found.mtimeMs;
};

/** The first who asks writes them, and the others wait; who was killed at it is not waited for. */
const writeOnce = async (folder: string): Promise<void> => {
  const lock = `${folder}.lock`;
  await mkdir(home, { recursive: true });
  while (!existsSync(folder)) {
    const mine = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (!mine) {
      if ((await age(lock)) > longAgo) await rmdir(lock).catch(() => undefined);
      await pause(20);
      continue;
    }
    try {
      if (existsSync(folder)) return;
      // Those of sources that are no more.
      for (const name of await readdir(home))
        if ((await age(join(home, name))) > longAgo * 60) await rm(join(home, name), { recursive: true, force: true });
      const made = await mkdtemp(join(home, 'unfinished-'));
      await writeTypes(made);
      await rename(made, folder);
    } finally {
      await rmdir(lock).catch(() => undefined);
    }
  }
};

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, { readonly source?: string } | string>>;
}

const pathsOf = (folder: string, types: string): [name: string, [file: string]][] => {
  const { name, exports = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
  return Object.entries(exports).flatMap(([subpath, entry]) => {
    const source = typeof entry === 'string' ? undefined : entry.source;
    if (source?.endsWith('.ts') !== true) return [];
    return [[name + subpath.slice(1), [join(types, folder, source.replace(/\.ts$/, '.d.ts'))]]];
  });
};

let asked: Promise<Readonly<Record<string, readonly string[]>>> | null = null;

const make = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
  const types = join(home, await nameOfSources());
  await writeOnce(types);
  return Object.fromEntries(folders.flatMap((folder) => pathsOf(folder, types)));
};

/**
 * `paths` for a tsconfig.json: the packages of this repository by their declarations, made from the sources as they are.
 * A program that reads them is checked in a tenth of the time that it takes along with the sources.
 */
export const packageTypes = (): Promise<Readonly<Record<string, readonly string[]>>> => (asked ??= make());
