import { once } from 'node:events';
import { relative } from 'node:path';
import { type Application } from '@taproot/core';
import { bootApplication } from '@taproot/core/plugin';
import { Command, Option, printable, wholeNumber } from '../command/index.ts';
import { errors } from '../errors.ts';
import { type ApplicationFiles, findApplication } from '../find-application.ts';
import { loadBoot, runsSources } from '../load-boot.ts';

/**
 * Run by a server that `serve --watch` started: reports that its sources are loaded, and waits until the server before
 * it has closed. The process ends when the one that watches does, however that one ended.
 */
const awaitTurn = async (): Promise<void> => {
  if (process.send === undefined) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.send('loaded');
  await once(process, 'message');
  process.channel?.unref();
};

// The environment variables from which a configuration reads them, and their keys in routing.
const variables = { host: 'HOST', port: 'PORT' } as const;

const httpOf = ({ config }: Application): Readonly<Record<string, unknown>> =>
  'http' in config ? { ...(config.http as object) } : {};

/** `serve`: boots the application and serves it until SIGINT or SIGTERM, which drain. */
export class Serve extends Command {
  static override paths = [['serve']];

  static override usage = Command.Usage({
    details:
      'For this run --host and --port stand for the variables HOST and PORT. With --watch the server is started again ' +
      'when a source, a file of .json or .env changes; one that does not load leaves the old server in place.',
    examples: [
      ['On the port of the configuration', 'npx taproot serve'],
      ['For the whole network', 'npx taproot serve --host 0.0.0.0 --port 8080'],
      ['While you work on it', 'npx taproot serve --watch'],
    ],
  });

  host = Option.String('--host', { description: 'The address to listen on' });
  port = Option.String('--port', {
    description: 'The port to listen on; 0 takes any free one',
    validator: wholeNumber({ min: 0, max: 65_535 }),
  });
  watch = Option.Boolean('--watch', false, { description: 'Start again when a file changes' });

  awaitTurn = Option.Boolean('--await-turn', false, { hidden: true });

  override async execute(): Promise<number> {
    const files = findApplication(this.context.root);
    if (files === null) throw errors.E_APPLICATION_NOT_FOUND({ folder: this.context.root });
    return this.watch ? this.#watch(files) : this.#serve(files);
  }

  async #serve(files: ApplicationFiles): Promise<number> {
    // The application reads its variables when it is created.
    for (const [key, variable] of Object.entries(variables)) {
      const value = this[key as keyof typeof variables];
      if (value !== undefined) process.env[variable] = String(value);
    }
    const boot = await loadBoot(files);
    if (this.awaitTurn) await awaitTurn();
    const app = await bootApplication(boot);
    try {
      this.#checkTaken(app);
      if (this.awaitTurn) await this.#bringTypes(app);
      await app.start();
      return 0;
    } finally {
      await app.close();
    }
  }

  /** Keeps the names for the compiler up to date while you work, where there is a file of them. */
  async #bringTypes(app: Application): Promise<void> {
    const { bringTypes } = await import('../introspection/types-file.ts');
    await bringTypes(app, this.context.root, (state) => state === 'stale').catch((error: unknown) => {
      app.report(error, { where: 'types' });
    });
  }

  /** A configuration that does not read the variable would make the server listen elsewhere. */
  #checkTaken(app: Application): void {
    const http = httpOf(app);
    for (const [key, variable] of Object.entries(variables)) {
      const value = this[key as keyof typeof variables];
      if (value !== undefined && http[key] !== value)
        throw errors.E_SERVE_FIXED({ key, variable, value, actual: String(http[key]) });
    }
  }

  /** Runs the same command in a process of its own, and again after each change. */
  async #watch(files: ApplicationFiles): Promise<number> {
    const [{ DevServer }, { watchSources }] = await Promise.all([
      import('../watch/dev-server.ts'),
      import('../watch/watch-sources.ts'),
    ]);
    const [, program = ''] = process.argv;
    const options = Object.keys(variables).flatMap((key) => {
      const value = this[key as keyof typeof variables];
      return value === undefined ? [] : [`--${key}`, String(value)];
    });
    const say = (text: string): void => this.line(this.style.dim(printable(text)));
    const { root } = files;
    // Watched before the first server reads them.
    const unwatch = watchSources({
      root,
      without: runsSources(files) ? ['dist'] : [],
      changed: (paths) => {
        const [first = '', ...more] = paths.map((file) => relative(root, file));
        say(`${first}${more.length > 0 ? ` and ${more.length} more` : ''} changed: restarting`);
        server.restart();
      },
      blind: (reason) => say(`Comparing the files every second, because they cannot be watched: ${reason}`),
    });
    const server = new DevServer({
      args: [...process.execArgv, program, 'serve', '--await-turn', ...options],
      cwd: root,
      grace: [2000, 5000],
      report: (message) => this.context.stderr.write(`${this.style.yellow(message)}\n`),
    });
    // The terminal sends SIGINT to the server as well.
    const interrupt = (): void => server.stop();
    const terminate = (): void => server.stop('SIGTERM');
    process.on('SIGINT', interrupt).on('SIGTERM', terminate);
    try {
      return await server.ended;
    } finally {
      unwatch();
      process.off('SIGINT', interrupt).off('SIGTERM', terminate);
    }
  }
}
