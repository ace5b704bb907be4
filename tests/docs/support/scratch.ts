import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from './code-blocks.ts';

/** What a program left behind. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

// Within the repository, so that its node_modules are found; led by a dot, so that no `**` of a tsconfig takes it in.
const home = join(root, 'tests', '.tmp');

const tsconfig = {
  extends: '../../../tsconfig.base.json',
  compilerOptions: {
    noEmit: true,
    composite: false,
    rewriteRelativeImportExtensions: false,
    allowImportingTsExtensions: true,
  },
  include: ['**/*.ts'],
};

/** The complaints about files of the folder: those about the packages are for `npm run typecheck` to tell. */
const ownComplaints = (output: string): string =>
  output
    .split(/\n(?=\S)/)
    .filter((complaint) => !complaint.startsWith('../'))
    .join('\n')
    .trim();

/** A folder in which the code of the documentation is compiled and run. */
export class Scratch {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<Scratch> {
    await mkdir(home, { recursive: true });
    const scratch = new Scratch(await mkdtemp(join(home, 'docs-')));
    await scratch.write('tsconfig.json', JSON.stringify(tsconfig));
    return scratch;
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

  /** Type-checks every file; resolves to what the compiler says of them, empty when nothing. */
  async compile(): Promise<string> {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout, stderr } = await this.#run([tsc, '--noEmit', '--pretty', 'false', '-p', '.']);
    if (stderr !== '') throw new Error(stderr);
    return ownComplaints(stdout);
  }

  /** Runs a TypeScript file, with the packages' sources. */
  runFile(file: string): Promise<Outcome> {
    return this.#run(['-C', 'source', '--import', 'tsx', file]);
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
