import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { packageTypes, tsc } from '../../support/package-types.ts';
import { root } from './code-blocks.ts';

/** What a program left behind. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

// Within the repository, so that its node_modules are found; led by a dot, so that no `**` of a tsconfig takes it in.
const home = join(root, 'tests', '.tmp');

const tsconfig = async (): Promise<object> => ({
  extends: join(root, 'tsconfig.base.json'),
  compilerOptions: {
    noEmit: true,
    composite: false,
    declaration: false,
    declarationMap: false,
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true,
    paths: await packageTypes(),
  },
  include: ['**/*.ts'],
});

/** A folder in which the code of the documentation is compiled and run. */
export class Scratch {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<Scratch> {
    await mkdir(home, { recursive: true });
    return new Scratch(await mkdtemp(join(home, 'docs-')));
  }

  path(...segments: string[]): string {
    return join(this.folder, ...segments);
  }

  async write(file: string, content: string): Promise<string> {
    const path = this.path(file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    return path;
  }

  /** Writes what a compiler reads first. By another name than usual, tsx does not: it would run the declarations. */
  async configure(name = 'compile.json'): Promise<string> {
    return this.write(name, JSON.stringify(await tsconfig()));
  }

  /** Type-checks every file; resolves to what the compiler says of them, empty when nothing. */
  async compile(): Promise<string> {
    return (await tsc(this.folder, '-p', await this.configure())).trim();
  }

  /** Runs a TypeScript file, with the packages as they are published. */
  runFile(file: string): Promise<Outcome> {
    return this.#run(['--import', 'tsx', file]);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }

  async #run(args: readonly string[]): Promise<Outcome> {
    const child = spawn(process.execPath, args, { cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { code, stdout, stderr };
  }
}
