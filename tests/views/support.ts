import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import type { AnyPlugin } from '@taproot/core/plugin';
import { routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { type ViewsConfig, views } from '@taproot/views';

const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** An application with these templates, and its folder. */
export const site = async (
  templates: Readonly<Record<string, string>>,
  routes: (app: Application) => void = () => undefined,
  {
    plugins = [],
    env = {},
    views: options = {},
    files = {},
  }: {
    readonly plugins?: readonly AnyPlugin[];
    readonly env?: Readonly<Record<string, string>>;
    readonly views?: Partial<ViewsConfig>;
    /** Further files of the application. */
    readonly files?: Readonly<Record<string, string>>;
  } = {},
) => {
  const folder = mkdtempSync(join(tmpdir(), 'views-'));
  open.push(() => rmSync(folder, { recursive: true, force: true }));
  const put = (name: string, text: string): void => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const write = (name: string, text: string): void => {
    put(join('views', `${name}.eta`), text);
  };
  for (const [name, text] of Object.entries(templates)) write(name, text);
  for (const [name, text] of Object.entries(files)) put(name, text);
  const app = await setup(null, {
    basePath: folder,
    env: { APP_ENV: 'testing', APP_KEY: 'n3w-Zr2mXw5kYc9nVb3gHs7jLd4fAu6eTo1iWy0xKzM', ...env },
  })
    .withPlugins([routing(), ...plugins, views(options)])
    .withRouting(() => undefined)
    .withCallback((made) => routes(made))
    .create();
  open.push(() => app.close());
  return { app, folder, write, client: http(app), view: app.facades.View() };
};

/** The error of a promise. */
export const errorOf = async (promise: Promise<unknown>): Promise<Error & { readonly code?: string }> => {
  try {
    await promise;
  } catch (error) {
    return error as Error;
  }
  throw new Error('It did not fail.');
};
