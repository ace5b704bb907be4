import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { program } from '../../support/program.ts';
import type { Admitted, Run } from './exact.ts';

const fixture = program(join(import.meta.dirname, '..', 'fixtures', 'counting-process.ts'));

/** Processes of one application each, which count on one Redis. */
export class Processes {
  readonly #children: readonly ChildProcess[];

  private constructor(children: readonly ChildProcess[]) {
    this.#children = children;
  }

  static async start(count: number, url: string, prefix: string): Promise<Processes> {
    const children = Array.from({ length: count }, () =>
      fork(fixture, [url, prefix], {
        execArgv: [],
        env: { ...process.env, NODE_OPTIONS: '' },
      }),
    );
    await Promise.all(children.map((child) => once(child, 'message')));
    return new Processes(children);
  }

  /** Has all of them make the run at once; what each of the admitted was told, in one list. */
  async run(run: Run): Promise<Admitted> {
    const answers = this.#children.map(async (child) => {
      const answered = once(child, 'message');
      child.send(run);
      return ((await answered) as [Admitted])[0];
    });
    return (await Promise.all(answers)).flat();
  }

  async stop(): Promise<void> {
    const exits = this.#children.map((child) => once(child, 'exit'));
    for (const child of this.#children) child.disconnect();
    await Promise.all(exits);
  }
}
