import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from '@jest/globals';

const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** A process that runs a command; `work` is the body of its `execute()`. It prints "ready", then what the work prints. Its clock stands still. */
const start = async (work: string) => {
  const program = `
    import { consoleKernel } from '@taproot/console';
    import { Command } from '@taproot/console/command';
    import { setup } from '@taproot/core';
    class Work extends Command {
      static paths = [['work']];
      async execute() {
        performance.now = () => 0;
        const alive = setInterval(() => undefined, 1000);
        ${work}
        clearInterval(alive);
      }
    }
    const app = await setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([consoleKernel()])
      .withCommands([{ path: 'work', description: 'Works', load: async () => Work }])
      .create();
    process.exitCode = await app.facades.Console().run(['work'], process);
    await app.close();
    console.log('listeners', process.listenerCount('SIGTERM') + process.listenerCount('SIGINT'));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = once(child, 'close');
  const next = async (): Promise<unknown> => (await lines.next()).value;
  expect(await next()).toBe('ready');
  return { child, ended, next };
};

test('a command that reads its signal ends by itself, and gives the signals back', async () => {
  const { child, ended, next } = await start(`
    const { signal } = this;
    const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
    this.line('ready');
    await stopped;
    this.line('done');
  `);
  child.kill('SIGTERM');
  expect(await next()).toBe('done');
  expect(await next()).toBe('listeners 0');
  expect(await ended).toEqual([0, null]);
});

test('the same signal twice within a second counts once; another one ends the process', async () => {
  const { child, ended, next } = await start(`
    let heard = 0;
    process.on('SIGINT', () => this.line('heard ' + ++heard));
    this.signal.addEventListener('abort', () => this.line('aborted'));
    this.line('ready');
    await new Promise(() => undefined);
  `);
  child.kill('SIGINT');
  expect([await next(), await next()]).toEqual(['heard 1', 'aborted']);
  child.kill('SIGINT');
  expect(await next()).toBe('heard 2');
  expect(child.exitCode).toBeNull();
  child.kill('SIGTERM');
  expect(await ended).toEqual([1, null]);
});

test('a command that does not read it is ended by the first signal', async () => {
  const { child, ended } = await start(`
    this.line('ready');
    await new Promise(() => undefined);
  `);
  child.kill('SIGTERM');
  expect(await ended).toEqual([null, 'SIGTERM']);
});
