import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { taproot } from '../../../support/program.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const home = join(root, 'tests', '.tmp');

/** What a program left behind. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A compiled application on disk, and the console in it. */
export class Sandbox {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Within the repository, so that the packages are found; with packages of its own, so that what is remembered lies in it. */
  static async create(files: Readonly<Record<string, string>>): Promise<Sandbox> {
    await mkdir(home, { recursive: true });
    const sandbox = new Sandbox(await mkdtemp(join(home, 'console-')));
    await mkdir(sandbox.path('node_modules'));
    await mkdir(sandbox.path('storage'));
    await sandbox.write('package.json', '{ "type": "module" }');
    for (const [file, content] of Object.entries(files)) await sandbox.write(file, content);
    return sandbox;
  }

  path(...segments: string[]): string {
    return join(this.folder, ...segments);
  }

  async write(file: string, content: string): Promise<void> {
    await mkdir(dirname(this.path(file)), { recursive: true });
    await writeFile(this.path(file), content);
  }

  /** Writes a file in one step: a process that watches never sees it empty. */
  async replace(file: string, content: string): Promise<void> {
    const draft = join(home, `draft-${randomUUID()}`);
    await mkdir(dirname(this.path(file)), { recursive: true });
    await writeFile(draft, content);
    await rename(draft, this.path(file));
  }

  read(file: string): Promise<string> {
    return readFile(this.path(file), 'utf8');
  }

  spawn(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    return spawn(process.execPath, [taproot, ...args], {
      cwd: this.folder,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  async run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
    const child = this.spawn(args, env);
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { code: code as number | null, stdout, stderr };
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
