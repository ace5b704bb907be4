import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { freePort } from '../../support/free-port.ts';

/** A Redis of the test's own, in memory only, that can be killed, frozen and started again on the same port. */
export class RedisServer {
  readonly port: number;
  #child: ChildProcess | null = null;

  readonly #more: readonly string[];

  private constructor(port: number, more: readonly string[]) {
    this.port = port;
    this.#more = more;
  }

  /** `more` are further arguments of redis-server. */
  static async start(more: readonly string[] = []): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), more);
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const settings = [
      '--port',
      String(this.port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      tmpdir(),
      ...this.#more,
    ];
    const child = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const line of createInterface(child.stdout)) {
      if (!line.includes('Ready to accept connections')) continue;
      this.#child = child;
      return;
    }
    throw new Error(`redis-server did not start on port ${this.port}.`);
  }

  /** SIGKILL; what was counted is gone. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null) return;
    this.#child = null;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** From here on it accepts connections and answers nothing. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }
}
