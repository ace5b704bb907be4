import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { FrameworkError } from '@taproot/core';
import { program } from '../support/program.ts';
import { brokenApplications } from './support/broken-applications.ts';
import { get } from './wire/attack.ts';
import { sendAttack, statusesOf } from './wire/send-attack.ts';

const listening = (): number => process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

test('there are thirty of them', () => {
  expect(Object.keys(brokenApplications)).toHaveLength(30);
});

test.each(Object.entries(brokenApplications))(
  '%s does not come up, and the error names it',
  async (_name, { names, boot }) => {
    const before = listening();
    const error: unknown = await boot().then(
      async (app) => {
        await app.close();
        return null;
      },
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof FrameworkError)) throw new Error(`It was no error of ours: ${String(error)}`);
    expect(error.message).toMatch(names);
    expect(error.fix).toMatch(/\w/);
    // A socket that is closed is gone some turns later.
    for (let turns = 0; turns < 10_000 && listening() > before; turns++) await turn();
    expect(listening()).toBeLessThanOrEqual(before);
  },
);

const script = program(join(import.meta.dirname, 'support', 'logging-process.ts'));
const MiB = 1024 * 1024;

interface Told {
  readonly port: number;
  readonly waiting: number;
}

const start = (stderr: 'ignore' | 'pipe') =>
  fork(script, {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', stderr, 'ipc'],
  });

const told = async (child: ChildProcess): Promise<Told> => ((await once(child, 'message')) as [Told])[0];

test('LC-21 while nobody reads the log every request is answered, and what waits is bounded; then it goes on, and tells', async () => {
  // Where nothing is compiled yet, tsx starts a compiler that makes standard error, which it inherits, a blocking one:
  // then the process itself would stop at it. So the first process compiles, all that requests load too, and the second
  // is looked at.
  const first = start('ignore');
  const { port: warmed } = await told(first);
  for (const path of ['/throw', '/health']) await sendAttack(warmed, get(path));
  first.kill('SIGKILL');
  const child = start('pipe');
  try {
    const { port } = await told(child);
    for (let sent = 0; sent < 1000; sent += 20) {
      const replies = await Promise.all(Array.from({ length: 20 }, () => sendAttack(port, get('/throw'))));
      expect(replies.every((reply) => statusesOf(reply)[0] === 500)).toBe(true);
    }
    expect(statusesOf(await sendAttack(port, get('/health')))).toEqual([200]);
    const answer = told(child);
    child.send('how much waits?');
    const { waiting } = await answer;
    expect(waiting).toBeGreaterThan(MiB);
    expect(waiting).toBeLessThan(1.1 * MiB);

    const lines: string[] = [];
    if (child.stderr === null) throw new Error('The child has no standard error.');
    const reader = createInterface(child.stderr).on('line', (line) => lines.push(line));
    while (!lines.some((line) => line.includes('were dropped'))) {
      await sendAttack(port, get('/throw'));
      await new Promise(setImmediate);
    }
    reader.close();
    const dropped = Number(/"message":"(\d+) reports were dropped/.exec(lines.join('\n'))?.[1]);
    expect(dropped).toBeGreaterThan(10);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ level: 'error' });
  } finally {
    child.kill('SIGKILL');
  }
}, 60_000);
