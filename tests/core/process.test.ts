import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { program } from '../support/program.ts';

const fixture = program(join(import.meta.dirname, 'fixtures', 'server.ts'));

interface Message {
  readonly event: string;
  readonly port: number;
}

/** The server of the fixture, in a process of its own. */
class Served {
  readonly child: ChildProcess;
  readonly stderr: Promise<string>;
  readonly exited: Promise<unknown[]>;
  readonly events: string[] = [];
  readonly #ports: number[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(fault: string, env: Readonly<Record<string, string>> = {}) {
    this.child = spawn(process.execPath, ['--enable-source-maps', fixture], {
      env: { ...process.env, NODE_OPTIONS: '', FAULT: fault, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.exited = once(this.child, 'exit');
    this.stderr = this.child.stderr === null ? Promise.resolve('') : text(this.child.stderr);
    this.child.on('message', ({ event, port }: Message) => {
      this.events.push(event);
      if (event === 'listening') this.#ports.push(port);
      for (const check of this.#waiting) check();
    });
  }

  /** Resolves once the child has told `event` so often. */
  told(event: string, times = 1): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (this.events.filter((told) => told === event).length < times) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
  }

  async get(path: string, server = 0): Promise<string> {
    const reply = await fetch(`http://127.0.0.1:${this.#ports[server]}${path}`, { headers: { connection: 'close' } });
    return reply.text();
  }

  /** The exit code; the signal where one ended the process. */
  async code(): Promise<unknown> {
    const [code, signal] = await this.exited;
    return code ?? signal;
  }
}

describe('a served process', () => {
  let served: Served | null = null;

  const serve = async (fault = '', env: Readonly<Record<string, string>> = {}): Promise<Served> => {
    served = new Served(fault, env);
    await served.told('listening');
    return served;
  };

  const fail = (fault: string): Served => (served = new Served(fault));

  afterEach(async () => {
    served?.child.kill('SIGKILL');
    await served?.exited;
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'answers what is in flight after %s, closes, and exits with 0',
    async (signal) => {
      const server = await serve();
      const reply = server.get('/slow');
      await server.told('slow');
      server.child.kill(signal);
      await server.told('closing');
      server.child.send('answer');
      expect(await reply).toBe('answered');
      expect(await server.code()).toBe(0);
      expect(server.events.at(-1)).toBe('closed');
      expect(await server.stderr).toBe('');
    },
  );

  test('another signal exits with 1 at once, though a plugin hangs', async () => {
    const server = await serve('hang');
    server.child.kill('SIGTERM');
    await server.told('closing');
    server.child.kill('SIGINT');
    expect(await server.code()).toBe(1);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'E-9: two %s within a second are one, as yarn passes it on',
    async (signal) => {
      const server = await serve();
      const reply = server.get('/slow');
      await server.told('slow');
      server.child.kill(signal);
      await server.told('closing');
      server.child.kill(signal);
      // Answered by the process that got the second signal: it had reached it before this message.
      server.child.send('answer');
      expect(await reply).toBe('answered');
      expect(await server.code()).toBe(0);
    },
  );

  test('E-9: the same signal after more than a second cuts the drain', async () => {
    const server = await serve('hang');
    server.child.kill('SIGTERM');
    await server.told('closing');
    const again = setInterval(() => server.child.kill('SIGTERM'), 50);
    const code = await server.code();
    clearInterval(again);
    expect(code).toBe(1);
  });

  test('LC-19 a plugin that hangs while closing is named, and the exit code is 1', async () => {
    const server = await serve('hang', { SHUTDOWN_TIMEOUT: '0.2' });
    server.child.kill('SIGTERM');
    expect(await server.code()).toBe(1);
    expect(await server.stderr).toContain('Plugin \\"web\\" did not finish app.shutdown within 0.');
  });

  test('LC-13 a plugin that fails while closing is named, and the exit code is 1', async () => {
    const server = await serve('shutdown');
    server.child.kill('SIGTERM');
    expect(await server.code()).toBe(1);
    expect(await server.stderr).toMatch(
      /Plugin \\"web\\" failed in app\.shutdown at tests\/core\/fixtures\/server\.ts:\d+: cannot close/,
    );
  });

  test.each([
    ['/float', 'left floating'],
    ['/throw', 'thrown outside'],
    ['/float-503', 'too late'],
    ['/float-500', 'The application was closed.'],
    ['/throw-403', 'thrown outside'],
  ])(
    'LC-03 %s: an error nobody handled is reported, others are answered, the process drains and exits with 1',
    async (path, message) => {
      const server = await serve();
      const reply = server.get('/slow');
      await server.told('slow');
      expect(await server.get(path)).toBe('ok');
      await server.told('closing');
      server.child.send('answer');
      expect(await reply).toBe('answered');
      expect(await server.code()).toBe(1);
      const [line, ...rest] = (await server.stderr).trimEnd().split('\n');
      expect(JSON.parse(line ?? '')).toMatchObject({ level: 'error', where: 'process', message });
      expect(rest).toEqual([]);
    },
  );

  test('LC-03 neither the first signal nor another such error cuts the drain short', async () => {
    const server = await serve('float');
    const reply = server.get('/slow');
    await server.told('slow');
    await server.get('/float');
    await server.told('closing');
    server.child.kill('SIGTERM');
    server.child.send('answer');
    expect(await reply).toBe('answered');
    expect(await server.code()).toBe(1);
    expect((await server.stderr).trimEnd().split('\n')).toHaveLength(2);
  });

  test('an unhandled rejection with a 4xx error does not end the process', async () => {
    const server = await serve();
    for (const path of ['/float-403', '/float-400', '/float-403']) expect(await server.get(path)).toBe('ok');
    expect(await server.get('/')).toBe('ok');
    server.child.kill('SIGTERM');
    expect(await server.code()).toBe(0);
    const lines = (await server.stderr).trimEnd().split('\n');
    const reports = lines.map((line): unknown => JSON.parse(line));
    // Clients could fill the log with it: each code is told once in a while.
    expect(reports).toMatchObject([
      {
        where: 'process',
        code: 'E_HTTP_403',
        message: 'not yours',
        cause: expect.stringContaining('fixtures/server.'),
      },
      { where: 'process', code: 'E_BODY', message: 'not readable', fix: expect.stringContaining('await') },
    ]);
  });

  test('LC-03 an asynchronous listener of reports that is down ends no process, and is asked once for each report', async () => {
    const server = await serve('report');
    expect(await server.get('/float-403')).toBe('ok');
    expect(await server.get('/')).toBe('ok');
    server.child.kill('SIGTERM');
    expect(await server.code()).toBe(0);
    const reports = (await server.stderr).trimEnd().split('\n');
    expect(reports.map((line): unknown => JSON.parse(line))).toMatchObject([
      { where: 'report', message: 'no route to the service' },
      { where: 'process', code: 'E_HTTP_403' },
    ]);
  });

  test("LC-03 with unhandled: 'continue' it is only reported", async () => {
    const server = await serve('continue');
    await server.get('/float');
    await server.get('/float');
    expect(await server.get('/')).toBe('ok');
    server.child.kill('SIGTERM');
    expect(await server.code()).toBe(0);
    expect((await server.stderr).trimEnd().split('\n')).toHaveLength(2);
  });

  test('LC-21 outlives the reader of its output', async () => {
    const server = await serve();
    server.child.stdout?.destroy();
    expect(await server.get('/log')).toBe('ok');
    expect(await server.get('/log')).toBe('ok');
    server.child.kill('SIGTERM');
    expect(await server.code()).toBe(0);
  });

  test('LC-16 with two applications ends when both have drained', async () => {
    const server = await serve('two');
    await server.told('listening', 2);
    const reply = server.get('/slow', 1);
    await server.told('slow');
    server.child.kill('SIGTERM');
    await server.told('closed');
    server.child.send('answer');
    expect(await reply).toBe('answered');
    expect(await server.code()).toBe(0);
    expect(server.events.filter((event) => event === 'closed')).toHaveLength(2);
  });

  test.each([
    ['boot', /Plugin "faulty" failed in app\.boot at tests\/core\/fixtures\/server\.ts:\d+: no connection/],
    ['stall', /Plugin "faulty" did not finish app\.boot within 0\.3 s\./],
    ['start', /Plugin "faulty" failed in app\.start at tests\/core\/fixtures\/server\.ts:\d+: no connection/],
  ])('LC-10 a plugin that fails in %s ends the process with 1; what had booted is closed', async (fault, message) => {
    const server = fail(fault);
    expect(await server.code()).toBe(1);
    expect(await server.stderr).toMatch(message);
    expect(server.events.at(-1)).toBe('closed');
  });

  test('a fault of the user is told in two lines without stack, and exits with 1', async () => {
    const server = fail('env');
    expect(await server.code()).toBe(1);
    expect(await server.stderr).toBe(
      'E_ENV_INVALID: Environment variable APP_DEBUG must be a boolean, not "perhaps".\n' +
        '  fix: Correct it in the environment or in .env, or unset it to use its default.\n',
    );
  });
});
