import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach } from '@jest/globals';
import { type Application, type Config, setup } from '@taproot/core';
import { routing } from '@taproot/routing';
import { security } from '@taproot/security';
import { http } from '@taproot/testing';
import { views } from '@taproot/views';
import { vite } from '@taproot/vite';

const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const home = join(import.meta.dirname, '..', '.tmp');

/** A folder below the packages of the repository, with these files. */
export const folderOf = (files: Readonly<Record<string, string>>) => {
  mkdirSync(home, { recursive: true });
  const folder = realpathSync(mkdtempSync(join(home, 'vite-')));
  open.push(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) write(name, text);
  return { folder, write };
};

/** An application with these files, which shows `views/page.eta`. */
export const site = async (
  files: Readonly<Record<string, string>>,
  {
    env = {},
    config = {},
    routes = () => undefined,
    secure = true,
  }: {
    readonly env?: Readonly<Record<string, string>>;
    readonly config?: Config;
    readonly routes?: (app: Application) => void;
    readonly secure?: boolean;
  } = {},
) => {
  const { folder, write } = folderOf(files);
  const app = await setup(null, { basePath: folder, env: { APP_ENV: 'testing', ...env } })
    .withPlugins([routing(), ...(secure ? [security()] : []), views(), vite()])
    .withConfig({ ...config, http: { port: 0 } })
    .withRouting((route) => {
      if ('views/page.eta' in files) route.get('/', (ctx) => ctx.response().view('page'));
    })
    .withCallback((made) => routes(made))
    .create();
  open.push(() => app.close());
  return { app, folder, write, client: http(app) };
};

/** The same, listening. */
export const served = async (...args: Parameters<typeof site>) => {
  const made = await site(...args);
  await made.app.open();
  const url = made.app.facades.Http().address?.url ?? '';
  return { ...made, url };
};

/** vite.config.ts of an application. */
export const viteConfig = `import { taproot } from '@taproot/vite/build';\nexport default { plugins: [taproot()] };\n`;
