import { afterEach, describe, expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { type Application, setup } from '@taproot/core';
import { openRecord } from '@taproot/core/internal';
import { definePlugin } from '@taproot/core/plugin';
import { routing } from '@taproot/routing';
import { throttle } from '@taproot/throttle';

declare module '@taproot/core' {
  interface ConfigFiles {
    vault: { api_token: string; driver: string; connections: Record<string, unknown>; note: string };
  }
  interface Facades {
    Vault(): object;
  }
}

const hush = 'hush-hush';

const vault = () =>
  definePlugin({
    name: 'vault',
    requires: ['routing'],
    after: ['throttle', 'absent'],
    package: new URL('../../../core/package.json', import.meta.url),
    config: {
      vault: {
        api_token: hush,
        driver: 'steel',
        note: 'a\u001b[31mb',
        connections: openRecord({ main: { url: `postgres://root:${hush}@db/app`, password: hush, pool: 4 } }),
      },
    },
    facades: { Vault: () => ({}) },
    apply: (app) => app.hooks.ready.tap({ name: 'vault', stage: 5 }, () => undefined),
  });

const opened: Application[] = [];
const call = async (...line: [command: string, ...args: string[]]) => {
  const app = await setup(null, { env: { APP_ENV: 'testing', APP_NAME: 'Garden', APP_KEY: hush } })
    .withPlugins([consoleKernel(), vault(), routing(), throttle()])
    .create();
  opened.push(app);
  const [command, ...args] = line;
  return app.facades.Console().call(command, args);
};

const json = async (...line: [command: string, ...args: string[]]) => {
  const [command, ...args] = line;
  const { code, output } = await call(command, ...args, '--json');
  expect(code).toBe(0);
  return JSON.parse(output) as unknown;
};

afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

describe('about', () => {
  test('tells application, environment, drivers, plugins and files', async () => {
    expect(await json('about')).toEqual({
      application: expect.objectContaining({ name: 'Garden', environment: 'testing', debug: false, key: true }),
      environment: { node: process.versions.node, platform: `${process.platform} ${process.arch}` },
      packages: {},
      drivers: { 'vault.driver': 'steel', 'http.driver': 'koa', 'throttle.store': 'memory' },
      plugins: ['console', 'routing', 'throttle', 'vault'],
      config: ['app', 'http', 'throttle', 'vault'].sort(),
    });
  });

  test('shows sections by name, in words for people', async () => {
    const { output } = await call('about', '--only', 'drivers', '--only', 'plugins');
    expect(output).toMatch(
      /^Drivers\n(?: {2}[\w.]+ +\w+\n){3}\nPlugins\n {2}In order +console, routing, throttle, vault\n$/,
    );
  });

  test('an unknown section is refused', async () => {
    const { code, output } = await call('about', '--only', 'secrets');
    expect(code).toBe(64);
    expect(output).toContain('There is no section "secrets", only application,');
  });
});

test.each(['about', 'config:show', 'plugin:list', 'hooks:list'])('%s shows no secret', async (command) => {
  for (const args of [[], ['--json']]) {
    const { code, output } = await call(command, ...args);
    expect(code).toBe(0);
    expect(output).not.toContain(hush);
    expect(output).not.toContain('\u001b');
  }
});

describe('config:show', () => {
  test('shows the whole configuration, a file, what lies below a key, and one value', async () => {
    expect(await json('config:show')).toMatchObject({ app: { name: 'Garden' }, vault: { driver: 'steel' } });
    expect(await json('config:show', 'vault')).toEqual({
      api_token: '********',
      driver: 'steel',
      note: expect.stringContaining('b'),
      connections: { main: { url: 'postgres://root:********@db/app', password: '********', pool: 4 } },
    });
    expect(await json('config:show', 'vault.connections.main.pool')).toBe(4);
    expect((await call('config:show', 'vault.driver')).output).toBe('steel\n');
  });

  test('says who set a value: your files, or the argument of a plugin', async () => {
    const app = await setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([consoleKernel(), routing({ max_url: 100 }), throttle()])
      .withConfig({ http: { port: 0, max_url: 200 }, throttle: () => ({ fail: 'closed' }) })
      .create();
    opened.push(app);
    const { output } = await app.facades.Console().call('config:show', []);
    expect(output).toMatch(/^ {2}max_url +100 {2}routing\(\)$/m);
    expect(output).toMatch(/^ {2}port +0 {2}withConfig\(\)$/m);
    expect(output).toMatch(/^ {2}fail +closed {2}withConfig\(\)$/m);
    expect(output).toMatch(/^ {2}host +127\.0\.0\.1$/m);
    const { output: below } = await app.facades.Console().call('config:show', ['throttle.memory']);
    expect(below).toMatch(/^ {2}max_keys +500000$/m);
  });

  test('masks a secret that is asked for by its own name', async () => {
    expect((await call('config:show', 'app.key')).output).toBe('********\n');
    expect((await call('config:show', 'vault.connections.main.password')).output).toBe('********\n');
  });

  test('aligns keys and values, file by file', async () => {
    expect((await call('config:show', 'vault')).output).toBe(
      [
        'vault',
        '  api_token                  ********',
        '  driver                     steel',
        '  note                       ab',
        '  connections.main.url       postgres://root:********@db/app',
        '  connections.main.password  ********',
        '  connections.main.pool      4',
        '',
      ].join('\n'),
    );
  });

  test.each([
    ['vualt', 'The configuration has no "vualt". Did you mean "vault"?'],
    ['vault.drivr', 'vault has no "drivr". Did you mean "driver"?'],
    ['vault.driver.x', 'vault.driver has no "x".'],
    ['__proto__', 'The configuration has no "__proto__".'],
    ['vault.constructor', 'vault has no "constructor".'],
  ])('%s, which is not there, is refused', async (key, told) => {
    const { code, output } = await call('config:show', key);
    expect(code).toBe(64);
    expect(output).toContain(told);
  });
});

describe('plugin:list', () => {
  test('tells of each plugin, in order, what it needs and what it adds', async () => {
    const plugins = (await json('plugin:list')) as { readonly name: string }[];
    expect(plugins.map(({ name }) => name)).toEqual(['app', 'console', 'routing', 'throttle', 'vault']);
    expect(plugins.at(-1)).toEqual({
      name: 'vault',
      package: { name: '@taproot/core', version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
      requires: ['routing'],
      after: ['throttle', 'absent'],
      facades: ['Vault'],
      middleware: [],
      request: [],
      config: ['vault'],
      steps: [],
      commands: [],
      hooks: ['app.ready'],
    });
    expect(plugins[2]).toMatchObject({
      steps: ['withRouting', 'withMiddleware'],
      commands: expect.arrayContaining(['route:list', 'hooks:trace']),
    });
  });

  test('shows it in words, without what a plugin does not add', async () => {
    const { output } = await call('plugin:list');
    expect(output).toMatch(
      /\nvault {2}@taproot\/core [\d.]+\n {2}requires +routing\n {2}after +throttle, absent\n {2}config +vault\n {2}facades +Vault\(\)\n {2}taps +app\.ready\n\nShowing \[5\] plugins\n$/,
    );
  });
});

describe('hooks:list', () => {
  test('shows hooks with kind and arguments, and taps with the stage they name', async () => {
    const { output } = await call('hooks:list', 'app.ready');
    expect(output).toBe('app.ready  AsyncSeriesHook  app\n    routing (first), throttle, vault (5)\n');
  });

  test('shows the hooks of one owner', async () => {
    const names = (await json('hooks:list', 'http')) as { readonly name: string }[];
    expect(names).toHaveLength(8);
    expect(names.every(({ name }) => name.startsWith('http.'))).toBe(true);
  });

  test('has every hook of every plugin', async () => {
    const hooks = (await json('hooks:list')) as { readonly name: string }[];
    const owners = new Set(hooks.map(({ name }) => name.split('.', 1)[0]));
    expect([...owners]).toEqual(['app', 'http', 'throttle']);
  });

  test('an unknown hook is refused, with the nearest', async () => {
    const { code, output } = await call('hooks:list', 'http.respones');
    expect(code).toBe(64);
    expect(output).toContain('There is no hook "http.respones". Did you mean "http.response"?');
  });
});
