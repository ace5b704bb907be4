import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { type Application, setup } from '@taproot/core';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { http } from '@taproot/testing';
import { throttle } from '@taproot/throttle';
import { growth } from '../../support/steps.ts';

// The rows of facts about hostile input that concern commands that look into an application.

const opened: Application[] = [];

const boot = async (env: Record<string, string> = {}, basePath = '.') => {
  const app = await setup(null, { basePath, env: { APP_ENV: 'testing', ...env } })
    .withPlugins([consoleKernel(), routing(), redis(), throttle()])
    .withConfig({ throttle: { store: env.LIMITER === 'redis' ? 'redis' : 'memory' } })
    .withRouting((route) => {
      route
        .get('/env', (ctx) =>
          ctx.response().json(200, { env: process.env.APP_ENV ?? null, input: ctx.request().all() }),
        )
        .name('env\u001b[2J\nname');
    })
    .create();
  opened.push(app);
  return app;
};

const call = async (command: string, ...args: string[]) => (await boot()).facades.Console().call(command, args);

afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

describe('CN-06', () => {
  test.each([
    ['a command', 'rout:list', [], 'Did you mean "route:list"?'],
    ['a command of a group', 'hooks', [], 'Did you mean "hooks:list", "hooks:trace"?'],
    ['a group', 'routes', [], 'Did you mean "route:list"?'],
    ['an option', 'route:list', ['--jsn'], 'There is no option "--jsn". Did you mean "--json"?'],
    ['a value of an option', 'route:list', ['--sort', 'size'], 'expected "path" or "name" or "method"'],
    ['a value that is no number', 'hooks:trace', ['GET', '/', '--warm', 'x'], 'expected a whole number'],
    ['a port that is too large', 'serve', ['--port', '65536'], 'expected at most 65535'],
    ['a port that is none', 'serve', ['--port=3000x'], 'expected a whole number'],
    ['a value for a flag', 'key:generate', ['--force=maybe'], '--force=maybe'],
    ['an argument too many', 'about', ['more'], 'There is an argument too many: "more".'],
    ['an argument too few', 'hooks:trace', ['GET'], 'An argument is missing.'],
    ['an option without its value', 'route:list', ['--path'], 'The option --path needs a value.'],
  ])(
    'CN-06: %s that is not there exits with 64, tells the nearest, and runs nothing',
    async (_what, name, args, told) => {
      const { code, output } = await call(name, ...args);
      expect({ code, output }).toEqual({ code: 64, output: expect.stringContaining(told) });
      expect(output).not.toContain('    at ');
    },
  );

  test('CN-06: --force=maybe writes no key', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'taproot-'));
    const app = await boot({}, folder);
    expect((await app.facades.Console().call('key:generate', '--force=maybe')).code).toBe(64);
    expect(existsSync(join(folder, '.env'))).toBe(false);
    await rm(folder, { recursive: true });
  });

  test('CN-06: what stands behind -- is an argument, whatever it looks like', async () => {
    const { code, output } = await call('config:show', '--', '--json');
    expect({ code, output }).toEqual({ code: 64, output: expect.stringContaining('has no "--json"') });
  });
});

describe('CN-08', () => {
  test.each(['route:list', 'hooks:list', 'plugin:list', 'about', 'config:show'])(
    'CN-08: %s writes no escape sequence of what it lists',
    async (command) => {
      const app = await boot({ APP_NAME: 'a\u001b[2J\u0007b' });
      for (const args of [[], ['--json']]) {
        const { output } = await app.facades.Console().call(command, args);
        expect(output).not.toContain('\u001b');
        expect(output).not.toContain('\u0007');
      }
    },
  );

  test('CN-08: hooks:trace writes none either', async () => {
    const app = await boot();
    for (const args of [[], ['--json']]) {
      const { code, output } = await app.facades.Console().call('hooks:trace', ['GET', '/env', ...args]);
      expect(code).toBe(0);
      expect(output).not.toContain('\u001b');
    }
  });

  test('CN-08: many routes of a whole application are listed in time that grows with their number', async () => {
    // Making the application and its list.
    const list = async (routes: number): Promise<void> => {
      const app = await setup(null, { env: { APP_ENV: 'testing' } })
        .withPlugins([consoleKernel(), routing()])
        .withRouting((route) => {
          for (let at = 0; at < routes; at++) route.get(`/things-${at}/{id}`, () => undefined).name(`things.${at}`);
        })
        .create();
      opened.push(app);
      const { output } = await app.facades.Console().call('route:list');
      expect(output).toContain(`Showing [${routes}] routes`);
    };
    expect(await growth(100, list)).toBeLessThan(5);
  });
});

describe('CN-09', () => {
  test.each(['route:list', 'hooks:list', 'plugin:list', 'about', 'config:show', 'hooks:trace GET /env'])(
    'CN-09: %s works while the port is taken and Redis is down',
    async (command) => {
      const taken = createServer();
      await new Promise<void>((resolve) => {
        taken.listen(0, '127.0.0.1', resolve);
      });
      const port = String((taken.address() as AddressInfo).port);
      // Port 1 refuses whoever comes.
      const app = await boot({ PORT: port, LIMITER: 'redis', REDIS_URL: 'redis://127.0.0.1:1' });
      expect(await app.facades.Console().call(command)).toMatchObject({ code: 0 });
      expect(await app.close()).toEqual([]);
      await new Promise((resolve) => {
        taken.close(resolve);
      });
    },
  );
});

describe('CN-10', () => {
  test.each(['/env?--env=testing', '/env?APP_ENV=production', '/env?env=production&--debug'])(
    'CN-10: %s changes nothing of the environment',
    async (target) => {
      const app = await boot();
      const before = { ...process.env };
      const response = await http(app).get(target);
      expect(response.json()).toMatchObject({ env: before.APP_ENV ?? null });
      expect({ ...process.env }).toEqual(before);
      expect(app.config.app).toMatchObject({ env: 'testing', debug: false });
    },
  );

  test.each([['--env=production'], ['--env', 'production'], ['-e=production'], ['APP_ENV=production']])(
    'CN-10: %s is no argument of a command',
    async (...args) => {
      const app = await boot();
      const { code } = await app.facades.Console().call('about', args);
      expect(code).toBe(64);
      expect(app.config.app.env).toBe('testing');
    },
  );
});
