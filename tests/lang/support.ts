import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach } from '@jest/globals';
import { type Application, type Config, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { lang } from '@taproot/lang';
import { type RootRouter, routing } from '@taproot/routing';

/** Files by their path from the application's folder; what is no text is written as JSON. */
export type Files = Readonly<Record<string, unknown>>;

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Writes a file below a folder. */
export const write = (folder: string, path: string, content: unknown): void => {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content));
};

/** A folder with these files, removed after the test. */
export const folderOf = (files: Files = {}): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'taproot-lang-')));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) write(folder, path, content);
  return folder;
};

export interface BootOptions {
  readonly config?: Config;
  readonly env?: Readonly<Record<string, string>>;
  readonly plugins?: readonly AnyPlugin[];
}

/** An application in a folder, with localisation; closed after the test. */
export const bootIn = async (
  folder: string,
  { config = {}, env = {}, plugins = [] }: BootOptions = {},
): Promise<Application> => {
  const app = await setup(null, { basePath: folder, env: { APP_ENV: 'testing', ...env } })
    .withPlugins([lang(), ...plugins])
    .withConfig(config)
    .create();
  cleanups.push(() => app.close());
  return app;
};

/** An application of these files. */
export const bootWith = (files: Files, options: BootOptions = {}): Promise<Application> =>
  bootIn(folderOf(files), options);

/** The code and the message of what a promise rejects with. */
export const failureOf = async (work: Promise<unknown>): Promise<{ code: string; message: string }> => {
  try {
    await work;
  } catch (error) {
    const { code = '', message = '' } = error as { code?: string; message?: string };
    return { code, message };
  }
  throw new Error('Nothing failed.');
};

export type Register = (route: RootRouter, app: Application) => void;

/** An application that listens. */
export interface Served {
  readonly app: Application;
  readonly url: string;
}

/** The same with routes, listening on a free port. */
export const serveLang = async (files: Files, register: Register, driver = 'koa'): Promise<Served> => {
  const routes = definePlugin({
    name: 'routes',
    after: ['lang', 'routing'],
    apply(app) {
      app.hooks.report.tap('routes', () => undefined);
      app.hooks.boot.tap({ name: 'routes', stage: -100 }, () => register(app.facades.Route(), app));
    },
  });
  const app = await bootWith(files, {
    config: { http: { driver, port: 0 } },
    plugins: [routing(), fastify(), routes],
  });
  await app.open();
  return { app, url: app.facades.Http().address?.url ?? '' };
};

/** Resolves once the condition holds. */
export const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await delay(5);
};
