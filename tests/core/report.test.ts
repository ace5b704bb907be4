import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type FrameworkError, NotFoundError, setup } from '@taproot/core';
import { createEnv, errors, explain } from '@taproot/core/internal';
import { definePlugin, sparseReport } from '@taproot/core/plugin';
import { Application } from '../../core/src/application/application.ts';
import { stderrOf } from './support.ts';

const appIn = (env: string, tap?: (error: unknown) => unknown): Promise<Application> =>
  setup(null, { env: { APP_ENV: env } })
    .withPlugins([definePlugin({ name: 'listener', apply: (app) => tap && app.hooks.report.tap('listener', tap) })])
    .create();

const reportIn = async (env: string, error: unknown, origin = { where: 'request' }) => {
  const app = await appIn(env);
  return stderrOf(() => app.report(error, origin));
};

const lines = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

/** Objects that throw when they are looked at. */
const hostile = {
  inspector: {
    [Symbol.for('nodejs.util.inspect.custom')]() {
      throw new Error('do not look');
    },
  },
  error: Object.defineProperties(new Error('x'), {
    stack: { value: { not: ['a', 'text', 1n] } },
    message: {
      get() {
        throw new Error('do not look');
      },
    },
  }),
};

describe('report', () => {
  test('D-8: leaves out frames that name no file', async () => {
    const error = new Error('x');
    error.stack =
      'Error: x\n    at Array.map (<anonymous>)\n    at new Promise (<anonymous>)\n    at mine (/app/a.ts:1:1)';
    expect(await reportIn('development', error)).toBe('[request] Error: x\n    at mine (/app/a.ts:1:1)\n');
  });

  test('goes to whoever taps the hook, and then not to the console', async () => {
    const heard: unknown[] = [];
    const app = await appIn('production', (error) => heard.push(error));
    expect(await stderrOf(() => app.report('x', { where: 'request' }))).toBe('');
    expect(heard).toEqual(['x']);
  });

  test('goes to whoever listens beside the console, and to the console', async () => {
    const heard: unknown[] = [];
    const beside = definePlugin({
      name: 'beside',
      apply: (app) => app.hooks.report.tap({ name: 'beside', before: 'console' }, (error) => void heard.push(error)),
    });
    const app = await setup(null, { env: { APP_ENV: 'development' } })
      .withPlugins([beside])
      .create();
    expect(await stderrOf(() => app.report('x', { where: 'request' }))).toBe("[request] 'x'\n");
    expect(heard).toEqual(['x']);
  });

  test('without a tap it is one line of JSON in production', async () => {
    const origin = { where: 'request', requestId: 'r1', method: 'GET', path: '/a' };
    const error = errors.E_APP_CLOSED({ cause: new Error('below') });
    expect(lines(await reportIn('production', error, origin))).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        level: 'error',
        ...origin,
        code: 'E_APP_CLOSED',
        message: error.message,
        fix: error.fix,
        stack: error.stack,
        cause: expect.stringMatching(/^Error: below\n/),
      },
    ]);
    expect(lines(await reportIn('production', new TypeError('x')))).toEqual([
      expect.not.objectContaining({ cause: expect.anything(), code: expect.anything() }),
    ]);
  });

  test('LC-21 a line break in a message cannot forge a second line', async () => {
    const forged = 'no such user\r\n{"level":"info","message":"all is well"}\u2028\u0000\u001b[2K';
    for (const error of [new Error(forged), forged, { reason: forged }]) {
      const text = await reportIn('production', error, { where: forged });
      expect(text.match(/[\r\n]/g)).toEqual(['\n']);
      expect(lines(text)).toEqual([expect.objectContaining({ level: 'error', where: forged })]);
    }
  });

  test.each([
    ['null', null, 'null'],
    ['undefined', undefined, 'undefined'],
    ['a text', 'text', 'text'],
    ['a bigint', 1n, '1n'],
    ['a frozen object', Object.freeze({ a: 1 }), '{ a: 1 }'],
    ['an object that cannot be looked at', hostile.inspector, 'an error that cannot be shown'],
    ['an error that cannot be looked at', hostile.error, 'an error that cannot be shown'],
  ])('never throws: %s', async (_what, error: unknown, message) => {
    expect(lines(await reportIn('production', error))).toEqual([expect.objectContaining({ message })]);
  });

  test('elsewhere it is readable, with the request or the place it came from', async () => {
    const text = await reportIn('development', errors.E_APP_CLOSED());
    expect(text).toMatch(/^\[request\] .*The application was closed\.\n +at /);
    expect(text).toContain('Create a new one with setup().');
    const app = await appIn('development');
    const request = { where: 'request', method: 'GET', path: '/a' };
    expect(await stderrOf(() => app.report('x', request))).toBe("[GET /a] 'x'\n");
    expect(await stderrOf(() => app.report('x', { where: 'request', method: 'GET' }))).toBe("[GET ] 'x'\n");
    expect(await stderrOf(() => app.report(hostile.inspector, request))).toBe(
      '[GET /a] an error that cannot be shown\n',
    );
  });

  test('a thrown value that is no error is shown with what threw it, a warning on one line, an end with its reason', async () => {
    const app = await appIn('development');
    const request = { where: 'request', method: 'GET', path: '/a', thrownBy: 'The handler of GET /a at routes/a.ts:3' };
    expect(await stderrOf(() => app.report('oops', request))).toBe(
      '[GET /a] FrameworkError [E_THROWN_VALUE]: The handler of GET /a at routes/a.ts:3 threw the string "oops", which is not an error.\n' +
        '  fix: Throw new Error(...): only an error records the line on which it was created.\n' +
        "  cause: 'oops'\n",
    );
    expect(await stderrOf(() => app.report('oops', { where: 'process' }))).toMatch(
      /^\[process\] .*A promise or a callback threw the string "oops", which is not an error\./,
    );
    const closed = errors.E_APP_CLOSED();
    expect(await stderrOf(() => app.report(closed, { where: 'auth', warning: true }))).toBe(
      `[auth] E_APP_CLOSED: ${closed.message} ${closed.fix}\n`,
    );
    expect(await stderrOf(() => app.report(new NotFoundError('Gone.'), { where: 'auth', warning: true }))).toBe(
      '[auth] E_HTTP_404: Gone.\n',
    );
    const ended = await stderrOf(() => app.report(new Error('forgot'), { where: 'process', ends: true }));
    expect(ended).toMatch(/^\[process\] Error: forgot\n[^]*\n {2}This ends the process with 1\. .* app\.unhandled /);
    expect(lines(await reportIn('production', closed, { where: 'auth', warning: true } as never))).toEqual([
      expect.objectContaining({ level: 'warn', where: 'auth' }),
    ]);
  });

  test('is readable without what nobody reads: frames of the framework, members that are empty', async () => {
    const cause = new Error('refused');
    cause.stack = 'Error: refused\n    at read (/app/models/post.ts:3:4)\n    at run (node:internal/process:1:1)';
    const error = errors.E_APP_CLOSED({ cause });
    error.stack = [
      `FrameworkError: ${error.message}`,
      '    at close (/app/node_modules/@taproot/core/dist/index.js:1:2)',
      '    at handle (/app/routes/api.ts:7:8)',
      '    at node:internal/main:1:2',
    ].join('\n');
    expect(await reportIn('development', error)).toBe(
      [
        `[request] FrameworkError [E_APP_CLOSED]: ${error.message}`,
        '    at handle (/app/routes/api.ts:7:8)',
        `  fix: ${error.fix}`,
        '  cause: Error: refused',
        '    at read (/app/models/post.ts:3:4)',
        '',
      ].join('\n'),
    );
    const own = await reportIn('development', new NotFoundError('gone'));
    expect(own).toMatch(/^\[request\] NotFoundError \[E_HTTP_404\]: gone\n    at /);
    expect(own).not.toMatch(/headers|details|fix:|cause:|node:/);
  });

  test('a tap that throws is told too, and the error is not lost', async () => {
    const app = await appIn('development', () => {
      throw new Error('the sink is full');
    });
    const told = lines(await stderrOf(() => app.report(new Error('first'), { where: 'request' })));
    expect(told).toEqual([
      expect.objectContaining({ where: 'report', message: 'the sink is full' }),
      expect.objectContaining({ where: 'request', message: 'first' }),
    ]);
  });

  test('an asynchronous tap that rejects is told on the console, not to itself, and the error is not lost', async () => {
    let calls = 0;
    const sentry = async (): Promise<void> => {
      calls++;
      await Promise.reject(new Error('no route to the service'));
    };
    const app = await appIn('development', sentry);
    const told = lines(
      await stderrOf(async () => {
        app.report(new Error('first'), { where: 'request' });
        await new Promise(setImmediate);
      }),
    );
    expect(told).toEqual([
      expect.objectContaining({ where: 'report', message: 'no route to the service' }),
      expect.objectContaining({ where: 'request', message: 'first' }),
    ]);
    expect(calls).toBe(1);
  });

  test('tells each error of several, also where they have no message in common', async () => {
    const refused = ['127.0.0.1', '::1'].map((address) => new Error(`connect ECONNREFUSED ${address}`));
    expect(lines(await reportIn('production', new AggregateError(refused)))).toEqual([
      expect.objectContaining({
        message: 'connect ECONNREFUSED 127.0.0.1; connect ECONNREFUSED ::1',
        errors: refused.map(({ message }) => expect.stringContaining(`Error: ${message}\n`)),
      }),
    ]);
    expect(lines(await reportIn('production', new AggregateError(refused, 'All replicas are down.')))).toEqual([
      expect.objectContaining({ message: 'All replicas are down.', errors: [expect.anything(), expect.anything()] }),
    ]);
  });

  test('is JSON while there is no configuration to say otherwise', async () => {
    const app = new Application({ basePath: '/', env: createEnv({}), plugins: [], handle: null });
    const text = await stderrOf(() => app.report('x', { where: 'boot' }));
    expect(lines(text)).toEqual([expect.objectContaining({ where: 'boot', message: 'x' })]);
  });
});

describe('explain', () => {
  test("tells the framework's own errors in two lines, without stack", () => {
    expect(explain(errors.E_APP_CLOSED())).toBe(
      'E_APP_CLOSED: The application was closed.\n  fix: Create a new one with setup().',
    );
  });

  test('shows the line of the application where the mistake is on it', () => {
    expect(explain(errors.E_ENV_MISSING({ name: 'APP_KEY' }))).toMatch(
      /^E_ENV_MISSING: .*\n {2}at tests\/core\/report\.test\.ts:\d+\n {2}fix: .*$/,
    );
  });

  test('shows the stack of what a plugin threw', () => {
    const cause = new Error('no connection');
    const error = errors.E_PLUGIN_FAILED({ plugin: 'db', place: 'app.boot', reason: cause.message }, { cause });
    expect(explain(error)).toMatch(/^E_PLUGIN_FAILED: .*no connection\n {2}fix: .*\n\nError: no connection\n +at /);
  });

  test('shows a cause with a code, also when it has no message', () => {
    const cause = Object.assign(new AggregateError([new Error('one'), new Error('two')]), { code: 'ECONNREFUSED' });
    // As Node makes it: without a line of the author's.
    cause.stack = 'AggregateError: \n    at internalConnectMultiple (node:net:1)';
    const error = errors.E_PLUGIN_FAILED({ plugin: 'db', place: 'app.boot', reason: 'one; two' }, { cause });
    expect(explain(error)).toMatch(/one; two\n {2}fix: .*\n\nAggregateError[^]*Error: one[^]*Error: two/);
  });

  test('leaves out the cause that the system reports, and frames of the framework and of tapable', () => {
    const cause = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT', syscall: 'open' });
    const error = errors.E_PLUGIN_FAILED({ plugin: 'db', place: 'app.boot', reason: cause.message }, { cause });
    expect(explain(error)).toMatch(/^E_PLUGIN_FAILED: .*\n {2}fix: .*$/);
    const port = Object.assign(new RangeError('options.port should be >= 0'), { code: 'ERR_SOCKET_BAD_PORT' });
    const where = '\n    at listen (/app/plugins/web.ts:3:1)';
    port.stack = 'RangeError: options.port should be >= 0\n    at Server.listen (node:net:1:1)';
    const listening = errors.E_PLUGIN_FAILED(
      { plugin: 'web', place: 'app.start', reason: port.message },
      { cause: port },
    );
    expect(explain(listening)).toMatch(/^E_PLUGIN_FAILED: .*\n {2}fix: .*$/);
    port.stack += where;
    expect(explain(listening)).toContain(`RangeError: options.port should be >= 0${where}`);
    const own = new Error('no');
    own.stack =
      'Error: no\n    at web (/app/routes/web.ts:3:1)\n    at eval (eval at create (/app/node_modules/tapable/lib/x.js:1:1), <anonymous>:9:1)';
    expect(explain(own)).toBe('Error: no\n    at web (/app/routes/web.ts:3:1)');
  });

  test('leaves out what there is not', () => {
    expect(explain(new NotFoundError('No such post.', { cause: 'a text' }))).toBe('E_HTTP_404: No such post.');
  });

  test('tells anything else whole', () => {
    expect(explain(new Error('x'))).toMatch(/^Error: x\n +at /);
    expect(explain('a text')).toBe('a text');
    expect(explain({ a: 1 })).toBe('{ a: 1 }');
  });
});

describe('sparse report', () => {
  const closed = errors.E_APP_CLOSED();
  const missing = errors.E_ENV_MISSING({ name: 'APP_KEY' });

  let now = 0;

  beforeEach(() => {
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  test('an error is told once in ten seconds', () => {
    const told: FrameworkError[] = [];
    const report = sparseReport((error) => told.push(error));
    report(closed);
    now = 9999;
    report(closed);
    expect(told).toEqual([closed]);
    now = 10_000;
    report(closed);
    expect(told).toEqual([closed, closed]);
    now = 19_999;
    report(closed);
    expect(told).toEqual([closed, closed]);
  });

  test('errors of another code, and another reporter, are not kept from being told', () => {
    const told: string[] = [];
    const [one, other] = ['one', 'other'].map((name) => sparseReport(({ code }) => told.push(`${name} ${code}`)));
    one?.(closed);
    one?.(missing);
    other?.(closed);
    expect(told).toEqual(['one E_APP_CLOSED', 'one E_ENV_MISSING', 'other E_APP_CLOSED']);
  });

  test('LC-21 reports are dropped while standard error is full, and that is told once it is not', async () => {
    const app = await setup(null, { env: { APP_ENV: 'production' } }).create();
    const full = (waiting: number): void =>
      void Object.defineProperty(process.stderr, 'writableLength', { value: waiting, configurable: true });
    try {
      full(2 * 1024 * 1024);
      expect(await stderrOf(() => app.report('first', { where: 'request' }))).toBe('');
      expect(await stderrOf(() => app.report('second', { where: 'request' }))).toBe('');
      full(0);
      const told = await stderrOf(() => app.report('third', { where: 'request' }));
      expect(
        told
          .trimEnd()
          .split('\n')
          .map((line) => (JSON.parse(line) as { message: string }).message),
      ).toEqual(['2 reports were dropped, because nobody read standard error.', 'third']);
      expect((await stderrOf(() => app.report('fourth', { where: 'request' }))).split('\n')).toHaveLength(2);
    } finally {
      Reflect.deleteProperty(process.stderr, 'writableLength');
      await app.close();
    }
  });
});
