import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { broadcast } from '@taproot/broadcast';
import { consoleKernel } from '@taproot/console';
import { type Config, setup } from '@taproot/core';
import { lang } from '@taproot/lang';
import { openapi } from '@taproot/openapi';
import { type RootRouter, routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { websocket } from '@taproot/websocket';
import { compilerOptions } from '../support/compiler-options.ts';

const modules = join(import.meta.dirname, '..', '..', 'node_modules');

/** An application in a folder of its own. */
export interface Folder {
  readonly path: string;
  /** Runs a command line of the console. */
  readonly call: (line: string) => Promise<{ readonly code: number; readonly output: string }>;
  readonly read: (file: string) => Promise<string>;
  readonly write: (file: string, text: string) => Promise<void>;
}

/**
 * Works with an application whose routes are this code of `(route: RootRouter) => void`, beside other files, and removes it.
 */
export const withFolder = async (
  routes: string,
  work: (folder: Folder) => Promise<void>,
  config: Config['openapi'] = {},
  files: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'taproot-openapi-')));
  const write = (file: string, text: string): Promise<void> => writeFile(join(path, file), text);
  try {
    await symlink(modules, join(path, 'node_modules'));
    await write('package.json', JSON.stringify({ name: 'shop', version: '1.0.0', type: 'module' }));
    await write('tsconfig.json', JSON.stringify({ compilerOptions: await compilerOptions(), include: ['**/*.ts'] }));
    await write('routes.ts', routes);
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await write(file, text);
    }
    const { routes: register } = (await import(join(path, 'routes.ts'))) as { routes: (route: RootRouter) => void };
    const app = await setup(null, { basePath: path, env: { APP_ENV: 'testing', NO_COLOR: '1' } })
      .withPlugins([consoleKernel(), routing(), lang(), validation(), broadcast(), websocket(), openapi()])
      .withConfig({ openapi: config })
      .withRouting(register)
      .create();
    try {
      await work({
        path,
        call: (line) => app.facades.Console().call(line),
        read: (file) => readFile(join(path, file), 'utf8'),
        write,
      });
    } finally {
      await app.close();
    }
  } finally {
    await rm(path, { recursive: true, force: true });
  }
};
