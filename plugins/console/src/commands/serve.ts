import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Application } from '@taproot/core';
import { findApplication } from '../application/find-application.ts';
import { loadBoot } from '../application/load-boot.ts';
import { Command, Option, wholeNumber } from '../command/index.ts';
import { errors } from '../errors.ts';

// What the configuration of an application reads them from, and where routing has them.
const variables = { host: 'HOST', port: 'PORT' } as const;

const httpOf = ({ config }: Application): Readonly<Record<string, unknown>> =>
  'http' in config ? { ...(config.http as object) } : {};

/** `serve`: boots the application and serves it until SIGINT or SIGTERM, which drain. */
export class Serve extends Command {
  static override paths = [['serve']];

  static override usage = Command.Usage({
    details:
      'For this run --host and --port stand for the variables HOST and PORT. With --watch the server is started again ' +
      'when a file it has loaded changes.',
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

  override async execute(): Promise<number> {
    return this.watch ? this.#watch() : this.#serve();
  }

  async #serve(): Promise<number> {
    const files = findApplication(this.context.root);
    if (files === null) throw errors.E_APPLICATION_NOT_FOUND({ folder: this.context.root });
    // The application reads its variables when it is created.
    for (const [key, variable] of Object.entries(variables)) {
      const value = this[key as keyof typeof variables];
      if (value !== undefined) process.env[variable] = String(value);
    }
    const boot = await loadBoot(files);
    const app = await boot();
    try {
      this.#checkTaken(app);
      await app.start();
      return 0;
    } finally {
      await app.close();
    }
  }

  /** A configuration that does not read the variable would listen elsewhere than it was told to. */
  #checkTaken(app: Application): void {
    const http = httpOf(app);
    for (const [key, variable] of Object.entries(variables)) {
      const value = this[key as keyof typeof variables];
      if (value !== undefined && http[key] !== value)
        throw errors.E_SERVE_FIXED({ key, variable, value, actual: String(http[key]) });
    }
  }

  /** Hands over to Node's own watch mode, which knows what was loaded; the same command runs in it. */
  #watch(): Promise<number> {
    const [, program = ''] = process.argv;
    const options = Object.keys(variables).flatMap((key) => {
      const value = this[key as keyof typeof variables];
      return value === undefined ? [] : [`--${key}`, String(value)];
    });
    const args = [...process.execArgv, '--watch', '--watch-preserve-output', program, 'serve', ...options];
    const child = spawn(process.execPath, args, { stdio: 'inherit', cwd: this.context.root });
    const wait = (): void => undefined;
    const stop = (): boolean => child.kill('SIGTERM');
    // The terminal sends SIGINT to the child as well; this process only waits for its end.
    process.on('SIGINT', wait).on('SIGTERM', stop);
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code, signal) => {
        process.off('SIGINT', wait).off('SIGTERM', stop);
        resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']);
      });
    });
  }
}
