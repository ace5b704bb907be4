import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type AppConfig, type Application, NotFoundError, run, setup } from '@taproot/core';
import { errors } from '@taproot/core/internal';
import { definePlugin } from '@taproot/core/plugin';
import { run as runMain } from '@taproot/core/run';
import { bootWith, stderrOf } from './support.ts';

/** A promise with its resolver outside. */
const gate = (): { opened: Promise<void>; open: () => void } => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};

// What really becomes of the process is seen in process.test.ts; here its exit is only watched.
describe('run', () => {
  const { exitCode } = process;
  let exits: unknown[] = [];
  let exited = gate();

  beforeEach(() => {
    exits = [];
    exited = gate();
    process.exitCode = undefined;
    jest.spyOn(process, 'exit').mockImplementation((code) => {
      exits.push(code ?? process.exitCode ?? 0);
      exited.open();
      // process.exit() never returns; here it has to.
      return undefined as never;
    });
  });

  afterEach(() => {
    jest.restoreAllMocks();
    process.exitCode = exitCode;
  });

  /** An application served by run(), whose shutdown waits for `closing`. */
  const serve = async (config: Partial<AppConfig> = {}, closing = Promise.resolve()) => {
    const started = gate();
    const web = definePlugin({
      name: 'web',
      apply({ hooks }) {
        hooks.start.tap('web', started.open);
        hooks.shutdown.tapPromise('web', () => closing);
      },
    });
    const app = await bootWith([web], { app: config });
    const running = run(async () => app);
    await started.opened;
    return { app, running };
  };

  // Called as Node would, but only the listener of the application: the test runner has its own.
  const tell = (event: string, argument: unknown): void => {
    process.listeners(event as 'SIGTERM').at(-1)?.(argument as NodeJS.Signals);
  };

  test('explains what keeps the application from booting, and exits with 1', async () => {
    const text = await stderrOf(() =>
      run(() => Promise.reject<Application>(errors.E_ENV_MISSING({ name: 'APP_KEY' }))),
    );
    expect(text).toMatch(/^E_ENV_MISSING: .*\n {2}at tests\/core\/run\.test\.ts:\d+\n {2}fix: .*\n$/);
    expect(exits).toEqual([1]);
  });

  test('is the same for main.ts, which imports it before the rest of the framework', async () => {
    const failing = () => Promise.reject<Application>(errors.E_ENV_MISSING({ name: 'APP_KEY' }));
    expect(await stderrOf(() => runMain(failing))).toMatch(/^E_ENV_MISSING: /);
    expect(await stderrOf(() => runMain(failing, { workers: -1 }))).toMatch(/^E_WORKERS_INVALID: /);
    expect(exits).toEqual([1, 1]);
  });

  describe('a boot() that does not end', () => {
    beforeEach(() => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance', 'Date'] });
    });
    afterEach(() => void jest.useRealTimers());

    const never = (): Promise<never> => new Promise(() => undefined);
    const turn = (): Promise<void> => new Promise(setImmediate);

    test.each([
      [undefined, 30],
      ['2m', 120],
    ] as const)('is explained, with bootTimeout %p after %d s', async (bootTimeout, seconds) => {
      const text = await stderrOf(async () => {
        const running = run(never, bootTimeout === undefined ? {} : { bootTimeout });
        await turn();
        jest.advanceTimersByTime(seconds * 1000 - 1);
        await turn();
        expect(exits).toEqual([]);
        jest.advanceTimersByTime(1);
        await running;
      });
      expect(text).toMatch(
        new RegExp(`^E_BOOT_STALLED: The function boot\\(\\) did not finish within ${seconds} s\\.`),
      );
      expect(exits).toEqual([1]);
    });

    test('has the time of app.boot_timeout once it has an application, and plugins have their own', async () => {
      const { opened, open } = gate();
      const slow = definePlugin({
        name: 'slow',
        apply: ({ hooks }) => hooks.boot.tapPromise('slow', () => opened),
      });
      let app: Application | null = null;
      const text = await stderrOf(async () => {
        const running = run(
          async () => {
            app = await bootWith([slow], { app: { boot_timeout: 50 } });
            return never();
          },
          { bootTimeout: 5 },
        );
        await turn();
        jest.advanceTimersByTime(49_000);
        await turn();
        expect(exits).toEqual([]);
        open();
        await turn();
        jest.advanceTimersByTime(50_000);
        await running;
      });
      expect(text).toMatch(/^E_BOOT_STALLED: The function boot\(\) did not finish within 50 s\./);
      await (app as Application | null)?.close();
    });

    test.each([
      ['SIGTERM', 143],
      ['SIGINT', 130],
    ] as const)('as PID 1 ends by %s', async (signal, code) => {
      const pid = Object.getOwnPropertyDescriptor(process, 'pid') ?? {};
      Object.defineProperty(process, 'pid', { ...pid, value: 1 });
      const text = await stderrOf(async () => {
        const running = run(never);
        await turn();
        tell(signal, signal);
        expect(exits).toEqual([code]);
        jest.advanceTimersByTime(30_000);
        await running;
      });
      Object.defineProperty(process, 'pid', pid);
      expect(text).toContain('E_BOOT_STALLED');
    });
  });

  test.each([
    [{ stuck: 0 }, 'E_RUN_TIME: The option stuck of run() is 0, but must be longer than 0.'],
    [{ bootTimeout: '0s' }, 'E_RUN_TIME: The option bootTimeout of run() is 0s, but must be longer than 0.'],
    [{ stuck: 'soon' as '1s' }, 'E_DURATION_INVALID: The option stuck of run() is'],
  ] as const)('refuses %j', async (options, message) => {
    expect(await stderrOf(() => run(() => Promise.reject<Application>(new Error('booted')), options))).toContain(
      message,
    );
  });

  test('reads WORKERS from .env beside main.ts; the environment wins', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'taproot-workers-'));
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, '.env'), 'WORKERS=several');
    jest.replaceProperty(process, 'argv', ['node', join(folder, 'dist', 'main.js')]);
    const boot = () => Promise.reject<Application>(new Error('booted'));
    try {
      expect(await stderrOf(() => run(boot))).toMatch(/^E_WORKERS_INVALID: The number of workers is "several"/);
      expect(await stderrOf(() => run(boot, { workers: 0 }))).toContain('booted');
      jest.replaceProperty(process, 'env', { ...process.env, WORKERS: '0' });
      expect(await stderrOf(() => run(boot))).toContain('booted');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('has Node itself show a file that cannot be parsed, under one line of ours', async () => {
    const error = new SyntaxError('Unexpected identifier');
    error.stack = `${error}\n    at compileSourceTextModule (node:internal/modules/esm/utils:344:16)`;
    jest.useFakeTimers();
    const text = await stderrOf(() => run(() => Promise.reject<Application>(error)));
    expect(text).toBe('E_SOURCE: A file of the application is not valid JavaScript:\n');
    // Node shows the place only of an error that nothing catches.
    expect(() => jest.runAllTimers()).toThrow(error);
    jest.useRealTimers();
    expect(exits).toEqual([]);
  });

  test.each([
    ['of a template at run time', 'SyntaxError: Unexpected token\n    at compile (/app/views.js:1:1)'],
    ['without a stack', undefined],
  ])('explains a SyntaxError %s like any other error', async (_what, stack) => {
    const error = Object.assign(new SyntaxError('Unexpected token'), { stack });
    const text = await stderrOf(() => run(() => Promise.reject<Application>(error)));
    expect(text).toMatch(/^\[?SyntaxError: Unexpected token/);
    expect(exits).toEqual([1]);
  });

  test.each<[string, unknown, string, string]>([
    ['nothing', () => undefined, 'boot() gave undefined in place of an application.', 'Return what create() gives: '],
    ['a builder', () => setup(), 'boot() gave a builder.', 'End the chain with .create().'],
    ['something else', () => 5, 'boot() gave 5 in place of an application.', 'Return what create() gives: '],
  ])('F7: says that boot() gave %s', async (_what, boot, problem, fix) => {
    const text = await stderrOf(() => run(boot as () => Promise<Application>));
    expect(text).toMatch(/^E_BOOT_INVALID: /);
    expect(text).toContain(problem);
    expect(text).toContain(`fix: ${fix}`);
    expect(exits).toEqual([1]);
  });

  test('says that it got the application in place of the function', async () => {
    const app = await bootWith([]);
    for (const [given, what] of [
      [app, 'the application'],
      [Promise.resolve(app), 'a promise'],
      [undefined, 'undefined'],
    ] as const) {
      const text = await stderrOf(() => run(given as never));
      expect(text).toContain(`E_BOOT_INVALID: run() got ${what} in place of a function.`);
      expect(text).toContain(
        '  fix: Give it the function itself: run(boot), or run(() => import("./bootstrap/app.ts")).',
      );
    }
    await app.close();
  });

  test('takes a module that exports boot(), and says what one without it exports', async () => {
    const app = await bootWith([]);
    const moduleOf = (members: object): object =>
      Object.assign(Object.create(null) as object, members, { [Symbol.toStringTag]: 'Module' });
    const running = run((async () => moduleOf({ boot: async () => app })) as never);
    await app.close();
    await stderrOf(() => running);
    const text = await stderrOf(() => run((async () => moduleOf({ boto: 1 })) as never));
    expect(text).toContain('The imported module must export a function boot(), but exports boto.');
    expect(text).toContain('  fix: Rename boto to boot.');
    for (const [members, exported] of [
      [{}, 'nothing'],
      [{ boot: app }, 'boot'],
      [{ app, router: 1 }, 'app, router'],
    ] as const) {
      const advice = await stderrOf(() => run((async () => moduleOf(members)) as never));
      expect(advice).toContain(`must export a function boot(), but exports ${exported}.`);
      expect(advice).toContain('  fix: Export it: export const boot = () => setup(handle)');
    }
  });

  test('F2: says that nothing keeps the application running', async () => {
    const { running } = await serve();
    const text = await stderrOf(async () => {
      tell('beforeExit', '0');
      await running;
    });
    expect(text).toMatch(/^E_NOTHING_RUNS: /);
    expect(exits).toEqual([1]);
  });

  test('ends when the application is closed, and leaves the process alone', async () => {
    const { app, running } = await serve();
    await app.close();
    await running;
    expect(exits).toEqual([]);
  });

  test('drains on a signal and exits with 0', async () => {
    await serve();
    tell('SIGTERM', 'SIGTERM');
    await exited.opened;
    expect(exits).toEqual([0]);
  });

  test('exits with 1 on a second signal after a second (E-9), and when a plugin fails to close', async () => {
    const { opened, open } = gate();
    const failing = opened.then(() => Promise.reject(new Error('cannot close')));
    const { running } = await serve({}, failing);
    const now = jest.spyOn(performance, 'now').mockReturnValue(5000);
    tell('SIGTERM', 'SIGTERM');
    // yarn passes on what the terminal sent already.
    now.mockReturnValue(5999);
    tell('SIGTERM', 'SIGTERM');
    expect(exits).toEqual([]);
    now.mockReturnValue(6000);
    tell('SIGTERM', 'SIGTERM');
    expect(exits).toEqual([1]);
    now.mockRestore();
    const text = await stderrOf(async () => {
      open();
      await running;
    });
    expect(text).toContain('cannot close');
    expect(process.exitCode).toBe(1);
  });

  test('takes the two SIGINT that Ctrl-C sends under npm for one', async () => {
    const { opened, open } = gate();
    const { running } = await serve({}, opened);
    tell('SIGINT', 'SIGINT');
    tell('SIGINT', 'SIGINT');
    expect(exits).toEqual([]);
    open();
    await running;
  });

  test('exits with 1 at once on another signal', async () => {
    const { opened, open } = gate();
    const { running } = await serve({}, opened);
    tell('SIGTERM', 'SIGTERM');
    tell('SIGINT', 'SIGINT');
    expect(exits).toEqual([1]);
    open();
    await running;
  });

  test('LC-16 of two applications the last one to drain ends the process', async () => {
    const { opened, open } = gate();
    const slow = await serve({}, opened);
    const fast = await serve();
    tell('SIGTERM', 'SIGTERM');
    await fast.running;
    expect(exits).toEqual([]);
    tell('SIGTERM', 'SIGTERM');
    open();
    await slow.running;
    await exited.opened;
    expect(exits).toEqual([0]);
  });

  test('LC-03 reports an error nobody handled, and drains with 1 or goes on', async () => {
    const careless = await serve({ unhandled: 'continue' });
    const text = await stderrOf(() => tell('unhandledRejection', new Error('left floating')));
    expect(text).toContain('[process] Error: left floating');
    expect(exits).toEqual([]);
    await careless.app.close();
    await careless.running;
    await serve();
    await stderrOf(async () => {
      tell('uncaughtException', new Error('thrown outside'));
      await exited.opened;
    });
    expect(exits).toEqual([1]);
  });

  test('only reports, with another fix, what a client did wrong where a promise was not awaited', async () => {
    const { app, running } = await serve();
    const text = await stderrOf(() => tell('unhandledRejection', new NotFoundError('There is no post 7.')));
    expect(text).toContain('There is no post 7.');
    expect(text).toContain('A promise was not awaited');
    expect(exits).toEqual([]);
    await app.close();
    await running;
  });
});
