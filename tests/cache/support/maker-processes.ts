import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { program } from '../../support/program.ts';
import { sharedRedis } from '../../throttle/support/services.ts';

const script = program(join(import.meta.dirname, '..', 'fixtures', 'maker.ts'));

/** The different results and errors of the callers of one process. */
export interface Answers {
  readonly values: readonly (string | null)[];
  readonly errors: readonly (string | null)[];
}

/** How the source answers the maker of a process, once the callers of both wait. `kill` kills that process. */
export type Source = (reply: ServerResponse, kill: () => void) => unknown;

/** What came of one value. */
export interface Making {
  /** How often the source was asked. */
  readonly asked: number;
  /** By process; null for one that was killed. */
  readonly answers: readonly (Answers | null)[];
}

/**
 * Two processes with one store. In `work`, `ask(key, source)` lets 500 callers of each ask for a value at once, and resolves when all have an
 * answer. Their makers ask a server of the test, which answers by `source`.
 */
export const withMakers = async (
  store: object,
  work: (ask: (key: string, source: Source) => Promise<Making>) => Promise<void>,
): Promise<void> => {
  const env = { ...process.env, NODE_OPTIONS: '', REDIS_URL: sharedRedis, MAKER_STORE: JSON.stringify(store) };
  const children = Array.from({ length: 2 }, () => fork(script, { env, execArgv: [] }));
  let onAsk: (reply: ServerResponse, pid: number) => unknown = () => undefined;
  const server = createServer((request, reply) => void onAsk(reply, Number(request.headers['x-maker'])));
  server.listen(0, '127.0.0.1');
  const ask = async (key: string, source: Source): Promise<Making> => {
    let asked = 0;
    const living = children.filter(({ connected }) => connected);
    const wait = Promise.all(living.map((child) => once(child, 'message')));
    onAsk = (reply, pid) => {
      asked++;
      const kill = (): void => void children.find((child) => child.pid === pid)?.kill('SIGKILL');
      void wait.then(() => source(reply, kill));
    };
    const answers = living.map(async (child): Promise<Answers | null> => {
      await wait;
      const [message] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
        Answers | number | null,
      ];
      return typeof message === 'object' ? message : null;
    });
    const { port } = server.address() as AddressInfo;
    for (const child of living) child.send({ key, callers: 500, source: `http://127.0.0.1:${port}/` });
    return { answers: await Promise.all(answers), asked };
  };
  try {
    await Promise.all([once(server, 'listening'), ...children.map((child) => once(child, 'message'))]);
    await work(ask);
  } finally {
    server.close();
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const exited = once(child, 'exit');
        child.disconnect();
        await exited;
      }),
    );
  }
};

/** What must hold on every store: one maker of all processes, and of each process while the source fails. */
export const makeOnce = async (
  ask: (key: string, source: Source) => Promise<Making>,
  source: Source,
): Promise<Making[]> => [
  await ask('slow', source),
  await ask('failing', (reply) => reply.writeHead(500).end()),
  await ask('failing', (reply) => reply.end('back')),
];

/** What `makeOnce()` must resolve to. */
export const madeOnce = (value: string): Making[] => {
  const all = (answers: Answers): readonly Answers[] => [answers, answers];
  return [
    { asked: 1, answers: all({ values: [value], errors: [null] }) },
    { asked: 2, answers: all({ values: [null], errors: ['The source answered 500.'] }) },
    { asked: 1, answers: all({ values: ['back'], errors: [null] }) },
  ];
};
