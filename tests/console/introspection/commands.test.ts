import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { displayWidth } from '@taproot/console/command';
import { type Application, setup } from '@taproot/core';
import { openRecord } from '@taproot/core/internal';
import { definePlugin } from '@taproot/core/plugin';
import { routing } from '@taproot/routing';
import { throttle } from '@taproot/throttle';
import { EnvFile } from '../../../plugins/console/src/command/env-file.ts';
import { codeBlocks, readPage, root } from '../../docs/support/code-blocks.ts';
import { bootExample, writeExamples } from '../../docs/support/examples.ts';
import { Scratch } from '../../docs/support/scratch.ts';

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

describe('env file', () => {
  let folder = '';
  let path = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'taproot-env-'));
    path = join(folder, '.env');
  });

  afterEach(() => rm(folder, { recursive: true }));

  const set = async (before: string, value = 'k=+/=='): Promise<string> => {
    await writeFile(path, before);
    EnvFile.read(path).set('APP_KEY', value).write();
    return readFile(path, 'utf8');
  };

  describe('a variable', () => {
    test.each([
      ['in a line of its own, where it had none', 'A=1\n', 'A=1\nAPP_KEY=k=+/==\n'],
      ['behind a last line without its end', 'A=1', 'A=1\nAPP_KEY=k=+/==\n'],
      [
        'in its line, comments and order kept',
        '# one\nAPP_KEY=\n\nB=2 # two\n',
        '# one\nAPP_KEY=k=+/==\n\nB=2 # two\n',
      ],
      ['in the place of what was there', "export APP_KEY='old'\nB=2\n", 'export APP_KEY=k=+/==\nB=2\n'],
      ['with the ends of lines that the file has', 'A=1\r\nAPP_KEY=\r\nB=2\r\n', 'A=1\r\nAPP_KEY=k=+/==\r\nB=2\r\n'],
      ['not in a comment that looks like it', '# APP_KEY=old\n', '# APP_KEY=old\nAPP_KEY=k=+/==\n'],
      ['not in another whose name ends alike', 'MY_APP_KEY=x\n', 'MY_APP_KEY=x\nAPP_KEY=k=+/==\n'],
      ['below an indented comment', 'A=1\n  # why\nAPP_KEY=old\n', 'A=1\n  # why\nAPP_KEY=k=+/==\n'],
      ['behind spare blanks', ' export  APP_KEY = old\nB=2\n', ' export  APP_KEY =k=+/==\nB=2\n'],
      ['behind a byte order mark', '\uFEFFAPP_KEY=old\nB=2\n', '\uFEFFAPP_KEY=k=+/==\nB=2\n'],
      ['beside a variable behind a byte order mark', '\uFEFFA=1\n', '\uFEFFA=1\nAPP_KEY=k=+/==\n'],
    ])('is set %s', async (_how, before, after) => {
      expect(await set(before)).toBe(after);
    });

    test('is not set where that would tear another value apart', async () => {
      const before = 'TEXT="one\nAPP_KEY=two\nthree"\n';
      await expect(set(before)).rejects.toMatchObject({ code: 'E_ENV_FILE' });
      expect(await readFile(path, 'utf8')).toBe(before);
    });
  });

  test('a value is read as the application reads it', async () => {
    await writeFile(path, '\uFEFFAPP_KEY=a\n  # why\nexport  B=b\n');
    const file = EnvFile.read(path);
    expect(['APP_KEY', 'B', 'C'].map((name) => file.get(name))).toEqual(['a', 'b', '']);
  });

  describe('the file', () => {
    test('is made for its owner alone, and keeps the mode it has', async () => {
      EnvFile.read(path).set('APP_KEY', 'a').write();
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      await rm(path);
      await writeFile(path, '', { mode: 0o640 });
      EnvFile.read(path).set('APP_KEY', 'a').write();
      expect((await stat(path)).mode & 0o777).toBe(0o640);
    });

    test('is written where a link leads, and the link stays', async () => {
      await mkdir(join(folder, 'shared'));
      await writeFile(join(folder, 'shared/env'), 'A=1\n');
      await symlink('shared/env', path);
      EnvFile.read(path).set('APP_KEY', 'a').write();
      expect(await readFile(join(folder, 'shared/env'), 'utf8')).toBe('A=1\nAPP_KEY=a\n');
    });

    test('that is a folder is an error', async () => {
      await mkdir(path);
      expect(() => EnvFile.read(path)).toThrow(
        expect.objectContaining({
          code: 'E_ENV_READ',
          message: expect.stringMatching(/ cannot be read: .*EISDIR/),
        }),
      );
    });

    test('that cannot be written is an error, and leaves no temporary file', async () => {
      const read = EnvFile.read(path).set('APP_KEY', 'a');
      // A folder in its place: rename() refuses.
      await mkdir(path);
      expect(() => read.write()).toThrow(expect.objectContaining({ code: 'E_ENV_WRITE' }));
      expect(await readdir(folder)).toEqual(['.env']);
    });
  });
});

const page = 'docs/console.md';
const markdown = await readPage(page);

describe('screens', () => {
  /** A screen of the page: "```console columns=80", a prompt, and what is shown below it. */
  const screens = codeBlocks(markdown)
    .filter(({ language, marks }) => language === 'console' && marks.some((mark) => mark.startsWith('columns=')))
    .map(({ marks, code }) => {
      const [, command = '', shown = ''] = /^\$ npx taproot ([^\n]+)\n([^]*)$/.exec(code) ?? [];
      return { columns: Number(marks.join().replace('columns=', '')), command, shown };
    });

  let scratch: Scratch;
  let app: Application;

  beforeAll(async () => {
    scratch = await Scratch.create();
    const [example] = await writeExamples(scratch, page, markdown);
    if (example === undefined) throw new Error(`${page} has no application.`);
    app = await bootExample(scratch, example);
  });

  afterAll(async () => {
    await app.close();
    await scratch.remove();
  });

  const run = async (command: string, columns: number): Promise<string> => {
    let text = '';
    const write = (chunk: Buffer, _encoding: string, done: () => void): void => {
      text += chunk.toString();
      done();
    };
    const stdout = Object.assign(new Writable({ write }), { columns });
    expect(await app.facades.Console().run(command.split(' '), { stdout, stderr: stdout })).toBe(0);
    // No folder of the machine that last made the page stands in it.
    return text.replace(/^( +Folder +).*$/m, '$1/home/ann/garden');
  };

  /** What differs from one run, one machine to the next: figures, bars, versions, folders. */
  const masked = (screen: string): string =>
    screen
      .replaceAll(/^( +(?:Node|Platform|Folder) +).*$/gm, '$1...')
      .replaceAll(/ +[█░▏][█░▏ ]*$/gm, ' |')
      .replaceAll(/ *\b\d+\.\d\d\b/g, ' 0.00')
      // Above those figures, and as wide as the widest.
      .replaceAll(/ +START +TIME\b/g, ' START TIME')
      .replaceAll(/\d+ bytes/g, '0 bytes');

  test('the page has screens', () => {
    expect(screens.map(({ command, columns }) => `${command.split(' ', 1)[0] ?? ''} ${columns}`)).toEqual(
      expect.arrayContaining(['route:list 160', 'route:list 80', 'hooks:list 80', 'hooks:trace 80', 'about 80']),
    );
  });

  describe.each(screens)('npx taproot $command, on $columns columns', ({ command, columns, shown }) => {
    test('shows what the page shows', async () => {
      const actual = await run(command, columns);
      if (process.env.UPDATE_DOCS === '1') {
        const fence = `\`\`\`console columns=${columns}\n$ npx taproot ${command}\n`;
        const text = await readPage(page);
        await writeFile(
          join(root, page),
          text.replace(`${fence}${shown}\`\`\``, () => `${fence}${actual}\`\`\``),
        );
        return;
      }
      expect(masked(actual)).toBe(masked(shown));
    });

    test('is no wider than the terminal', async () => {
      const widths = (await run(command, columns)).split('\n').map(displayWidth);
      expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
    });
  });
});
