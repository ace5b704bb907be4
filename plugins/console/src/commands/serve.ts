import { type Application } from '@taproot/core';
import { bootApplication } from '@taproot/core/internal';
import { Command, Option, wholeNumber } from '../command/index.ts';
import { type Development, findDevelopment } from '../development.ts';
import { errors } from '../errors.ts';
import { type ApplicationFiles, findApplication } from '../find-application.ts';
import { loadBoot, readTypeScript } from '../load-boot.ts';

// Settings of `http` and the environment variables that usually set them.
const variables = { host: 'HOST', port: 'PORT' } as const;

const httpOf = ({ config }: Application): Readonly<Record<string, unknown>> =>
  'http' in config ? { ...(config.http as object) } : {};

/** `serve`: boots the application and serves it until SIGINT or SIGTERM. Open requests then still get their responses. */
export class Serve extends Command {
  static override paths = [['serve']];

  static override usage = Command.Usage({
    details:
      'For this run --host and --port replace the variables HOST and PORT. With --watch each change of a source, of a file ' +
      'of .json or of .env is served as soon as it boots; until then, and if it does not, the old application serves.',
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
  watch = Option.Boolean('--watch', false, { description: 'Serve each change of a file; needs @taproot/dev' });
  noHandover = Option.Boolean('--no-handover', false, {
    description: "With --watch: let Node's cluster deal out connections while one application replaces another",
  });

  asWorker = Option.Boolean('--as-worker', false, { hidden: true });

  override async execute(): Promise<number> {
    const files = findApplication(this.context.root);
    if (files === null) throw errors.E_APPLICATION_NOT_FOUND({ folder: this.context.root });
    return this.watch ? this.#watch(files) : this.#serve(files);
  }

  async #serve(files: ApplicationFiles): Promise<number> {
    // The application reads its variables when it is created.
    for (const [key, value] of this.#fixed()) process.env[variables[key]] = value;
    if (this.asWorker) return this.#serveAsWorker(files);
    const boot = await loadBoot(files);
    const app = await bootApplication(boot);
    try {
      this.#checkTaken(app);
      await app.start();
      return 0;
    } finally {
      await app.close();
    }
  }

  /** Runs in a process that `#watch()` started. */
  async #serveAsWorker(files: ApplicationFiles): Promise<number> {
    const [development] = await Promise.all([this.#development(files), readTypeScript(files)]);
    return development.serve(files.root, async () => {
      const app = await bootApplication(await loadBoot(files));
      this.#checkTaken(app);
      return app;
    });
  }

  async #development({ root }: ApplicationFiles): Promise<Development> {
    const development = await findDevelopment(root);
    if (development === null) throw errors.E_COMMAND_DEV({ name: 'serve --watch' });
    return development;
  }

  #fixed(): [key: keyof typeof variables, value: string][] {
    const keys = ['host', 'port'] as const;
    return keys.flatMap((key) => {
      const value = this[key];
      return value === undefined ? [] : [[key, String(value)]];
    });
  }

  /** If the configuration does not read the variable, the server would listen elsewhere. */
  #checkTaken(app: Application): void {
    const http = httpOf(app);
    for (const [key, value] of this.#fixed()) {
      if (String(http[key]) !== value)
        throw errors.E_SERVE_FIXED({ key, variable: variables[key], value, actual: String(http[key]) });
    }
  }

  async #watch(files: ApplicationFiles): Promise<number> {
    const development = await this.#development(files);
    const options = this.#fixed().flatMap(([key, value]) => [`--${key}`, value]);
    return development.watch({ files, options, handover: !this.noHandover, terminal: this.context.terminal });
  }
}
