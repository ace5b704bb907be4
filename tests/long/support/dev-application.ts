import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { taproot } from '../../support/program.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** A change of a file. `broken` does not start; the others are served. */
export type Kind = 'in place' | 'by rename' | 'many files' | '.env' | 'broken';

/** A copy of the skeleton under `serve --watch`, whose `/change` answers with the number of the last change. */
export class DevApplication {
  readonly #folder: string;
  readonly #port: number;
  #child: ChildProcess | null = null;
  output = '';
  #heard: () => void = () => undefined;
  #code = 0;
  #env = 0;

  constructor(port: number) {
    this.#port = port;
    const home = join(root, 'tests', '.tmp');
    mkdirSync(home, { recursive: true });
    this.#folder = mkdtempSync(join(home, 'dev-'));
    cpSync(join(root, 'app-skeleton'), this.#folder, {
      recursive: true,
      filter: (path) => !/app-skeleton\/(?:dist|tests|storage|node_modules)\b/.test(path),
    });
    mkdirSync(this.#path('storage'));
    // Packages of its own, so that its cache lies in it.
    mkdirSync(this.#path('node_modules'));
    const web = readFileSync(this.#path('routes/web.ts'), 'utf8')
      .replace("'../app/facades.ts';", "$&\nimport { change } from './change.ts';")
      .replace(
        'const route =',
        "facades.Route().get('/change', (ctx) => ctx.response().string(200, `${Math.max(change, Number(facades.App().config.app.name))}`));\n  $&",
      );
    writeFileSync(this.#path('routes/web.ts'), web);
    const limiters = readFileSync(this.#path('bootstrap/limiters.ts'), 'utf8').replace('1000', '1_000_000');
    writeFileSync(this.#path('bootstrap/limiters.ts'), limiters);
    this.#writeCode();
    this.#writeEnv();
  }

  /** Resolves once it serves. */
  async open(): Promise<void> {
    const child = spawn(process.execPath, [taproot, 'serve', '--watch'], {
      cwd: this.#folder,
      env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
        this.#heard();
      });
    await this.says('Serves http');
  }

  /** Resolves once it has written that text, and forgets what it wrote so far. */
  async says(text: string): Promise<void> {
    while (!this.output.includes(text)) await new Promise<void>((resolve) => (this.#heard = resolve));
    this.output = '';
  }

  /** Makes one change of this number. */
  change(number: number, kind: Kind): void {
    if (kind === '.env') {
      this.#env = number;
      return this.#writeEnv();
    }
    if (kind === 'broken') return writeFileSync(this.#path('routes/change.ts'), 'export const change = ;\n');
    this.#code = number;
    if (kind === 'many files')
      for (const file of ['lang/en/errors.json', 'lang/de/errors.json', 'config/http.ts', 'routes/api.ts'])
        writeFileSync(
          this.#path(file),
          `${readFileSync(this.#path(file), 'utf8').trimEnd()}\n${'\n'.repeat(number % 2)}`,
        );
    this.#writeCode(kind === 'by rename');
  }

  /** Writes a file of the application. */
  write(file: string, text: string): void {
    writeFileSync(this.#path(file), text);
  }

  /** A file of the application. */
  read(file: string): string {
    return readFileSync(this.#path(file), 'utf8');
  }

  /** Resolves to the exit code. */
  async close(): Promise<number | null> {
    const child = this.#child;
    if (child === null) return null;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const [code] = (await exited) as [number | null];
    rmSync(this.#folder, { recursive: true });
    return code;
  }

  #path(file: string): string {
    return join(this.#folder, file);
  }

  #writeCode(renamed = false): void {
    const file = this.#path('routes/change.ts');
    writeFileSync(renamed ? `${file}.half` : file, `export const change = ${this.#code};\n`);
    if (renamed) renameSync(`${file}.half`, file);
  }

  #writeEnv(): void {
    const key = Buffer.alloc(32, 7).toString('base64');
    const lines = [`APP_NAME=${this.#env}`, 'APP_ENV=development', `APP_KEY=base64:${key}`, 'HOST=127.0.0.1'];
    writeFileSync(this.#path('.env'), `${[...lines, `PORT=${this.#port}`].join('\n')}\n`);
  }
}
