import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../support/free-port.ts';

/** A NATS with JetStream of the test's own, which can be killed and started again on the same port. */
export class NatsServer {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'nats-'));
  #child: ChildProcess | null = null;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<NatsServer> {
    const server = new NatsServer(await freePort());
    await server.#start();
    return server;
  }

  /** SIGKILL, and a new process with the same data. */
  async restart(): Promise<void> {
    await this.#kill();
    await this.#start();
  }

  /** The same without the data. */
  async wipe(): Promise<void> {
    await this.#kill();
    rmSync(this.#folder, { recursive: true, force: true });
    await this.#start();
  }

  async close(): Promise<void> {
    await this.#kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #start(): Promise<void> {
    const settings = ['-a', '127.0.0.1', '-p', String(this.port), '-js', '-sd', this.#folder];
    const child = spawn('nats-server', settings, { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#child = child;
    for await (const line of createInterface(child.stderr)) {
      if (!line.includes('Server is ready')) continue;
      child.stderr.resume();
      return;
    }
    throw new Error(`nats-server did not start on port ${this.port}.`);
  }

  async #kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}
