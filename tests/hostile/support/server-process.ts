import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Config } from '@taproot/core';
import { program } from '../../support/program.ts';
import type { Vitals } from './served-process.ts';

const script = program(join(import.meta.dirname, 'served-process.ts'));

/** The application to be attacked, in a process of its own. */
export class ServerProcess {
  readonly port: number;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  /** `flags` are for node. */
  static async start(driver: string, config: Config = {}, flags: readonly string[] = []): Promise<ServerProcess> {
    const child = fork(script, [driver, JSON.stringify(config)], {
      execArgv: [...flags],
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new ServerProcess(child, port);
  }

  /** How it is, after a garbage collection. Fails when the process has ended. */
  async vitals(): Promise<Vitals> {
    const answered = once(this.#child, 'message') as Promise<[Vitals]>;
    const ended = once(this.#child, 'exit').then(([code, signal]) => {
      throw new Error(`The server ended with ${code ?? signal}.`);
    });
    this.#child.send('vitals');
    const [vitals] = await Promise.race([answered, ended]);
    ended.catch(() => undefined);
    return vitals;
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }
}
