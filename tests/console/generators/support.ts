import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type CallResult, consoleKernel } from '@taproot/console';
import { type Application, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';

/** A `bootstrap/app.ts` as an application begins with it. */
export const bootstrap = `import { setup } from '@taproot/core';
import { handle } from '../app/facades.ts';
import { web } from '../routes/web.ts';
import { plugins } from './plugins.ts';

export const boot = () =>
  setup(handle, { basePath: import.meta.url })
    .withPlugins(plugins)
    .withRouting(web)
    .create();
`;

const initial: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "garden", "type": "module" }\n',
  'bootstrap/app.ts': bootstrap,
  'bootstrap/plugins.ts': `import { consoleKernel } from '@taproot/console';

export const plugins = [consoleKernel()];
`,
};

/** A folder of an application, with an application booted for it that the files in it are not part of. */
export class Sandbox {
  readonly folder: string;
  readonly app: Application;

  private constructor(folder: string, app: Application) {
    this.folder = folder;
    this.app = app;
  }

  /** A folder with the files of a small application, and further ones; in the temporary place when none is named. */
  static async create(
    files: Readonly<Record<string, string>> = {},
    home?: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<Sandbox> {
    const folder = home ?? mkdtempSync(join(tmpdir(), 'taproot-make-'));
    for (const [file, text] of Object.entries({ ...initial, ...files })) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    // Of authentication and the queue only the generators are wanted, not their keys, guards and tables.
    const auth = definePlugin({
      name: 'auth',
      commands: () => import('../../../plugins/auth/src/commands/index.ts'),
    });
    const queue = definePlugin({
      name: 'queue',
      commands: () => import('../../../plugins/queue/src/commands/index.ts'),
    });
    const quiet = definePlugin({ name: 'quiet', apply: (app) => app.hooks.report.tap('quiet', () => undefined) });
    const app = await setup(null, {
      basePath: folder,
      env: { APP_ENV: 'testing', NO_COLOR: '1', CI: '', TERM: 'xterm', ...env },
    })
      .withPlugins([consoleKernel(), routing(), lang(), validation(), auth, queue, quiet])
      .create();
    return new Sandbox(folder, app);
  }

  /** Runs a command, in words that are not split again. */
  run(...words: [string, ...string[]]): Promise<CallResult> {
    const [command, ...args] = words;
    return this.app.facades.Console().call(command, ...args);
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  read(file: string): string {
    return readFileSync(this.path(file), 'utf8');
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(this.path(file)), { recursive: true });
    writeFileSync(this.path(file), text);
  }

  has(file: string): boolean {
    return existsSync(this.path(file));
  }

  /** Every file with its text. */
  files(): Readonly<Record<string, string>> {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true, encoding: 'utf8' });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    return Object.fromEntries(
      files.toSorted().map((file) => [file.slice(this.folder.length + 1), readFileSync(file, 'utf8')]),
    );
  }

  async remove(): Promise<void> {
    await this.app.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
