import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Application, type Config, createFacades, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { fastify } from '@taproot/fastify';
import { koa } from '@taproot/koa';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { registerRoutes } from './routes.ts';

/** What no reply may ever hold. */
export const SECRET = 'the-secret-of-the-house';

const files: Readonly<Record<string, string>> = {
  'outside/secret.txt': SECRET,
  'public-evil/secret.txt': SECRET,
  'public/hello.txt': 'hello',
  'public/unknown.xyzzy': '<script>',
  'public/private/secret.txt': SECRET,
  'public/.env': SECRET,
  'public/.git/config': SECRET,
  'public/sub/.env': SECRET,
  'public/sub/index.html': '<h1>sub</h1>',
  'public/empty/.keep': '',
  'lang/en.json': '{"hello":"Hello :name","greet":"Hello"}',
  'lang/fr.json': '{"hello":"Bonjour :name","greet":"Bonjour"}',
};

const layOut = (directory: string): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(directory, path, '..'), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
  mkdirSync(join(directory, 'spool'));
  symlinkSync(join(directory, 'outside/secret.txt'), join(directory, 'public/link.txt'));
  symlinkSync(join(directory, 'outside'), join(directory, 'public/linked'));
};

export interface HostileOptions {
  readonly config?: Config;
  readonly apply?: (app: Application) => void;
}

/** An application of every plugin a client can reach, to be attacked: it listens on a free port and counts its spool. */
export class HostileApplication {
  readonly app: Application;
  readonly directory: string;
  readonly reported: readonly unknown[];

  private constructor(app: Application, directory: string, reported: readonly unknown[]) {
    this.app = app;
    this.directory = directory;
    this.reported = reported;
  }

  static async open(driver: string, { config = {}, apply }: HostileOptions = {}): Promise<HostileApplication> {
    const directory = mkdtempSync(join(tmpdir(), 'taproot-hostile-'));
    layOut(directory);
    const reported: unknown[] = [];
    const watching = definePlugin({
      name: 'watching',
      after: ['routing'],
      provides: { notice: () => () => undefined },
      apply: (app) => {
        app.hooks.report.tap('watching', (error) => void reported.push(error));
        apply?.(app);
      },
    });
    const handle = createFacades();
    const http = typeof config.http === 'object' ? config.http : {};
    const app = await setup(handle, { basePath: directory, env: { APP_ENV: 'production', APP_KEY: SECRET } })
      .withPlugins([watching, routing(), koa(), fastify(), cors(), throttle(), lang(), validation()])
      .withConfig({
        ...config,
        http: { driver, port: 0, overload: null, upload: { directory: join(directory, 'spool') }, ...http },
      })
      .withRouting((route) => registerRoutes(route, handle, directory))
      .create();
    await app.open();
    return new HostileApplication(app, directory, reported);
  }

  get port(): number {
    return this.app.facades.Http().address?.port ?? 0;
  }

  /** Temporary files of uploads that lie about. */
  spooled(): Promise<string[]> {
    return readdir(join(this.directory, 'spool'));
  }

  /** Those that lie about still, ten seconds later at most: they go once the reply is out, beside what its client does. */
  async leftSpooled(): Promise<string[]> {
    const deadline = performance.now() + 10_000;
    while ((await this.spooled()).length > 0 && performance.now() < deadline) await pause(5);
    return this.spooled();
  }

  async close(): Promise<void> {
    await this.app.close();
    await rm(this.directory, { recursive: true, force: true });
  }
}
