import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type CommandEntry, consoleKernel } from '@taproot/console';
import { Command, Option } from '@taproot/console/command';
import { setup } from '@taproot/core';
import picocolors from 'picocolors';
import { overview } from '../../../plugins/console/src/overview.ts';
import { scripts } from '../../../plugins/dev/src/completion/completion-scripts.ts';
import { remember as rememberIn } from '../../../plugins/dev/src/completion/remember-commands.ts';
import { listInputs } from '../../../plugins/dev/src/sources/list-inputs.ts';
import { program, taproot } from '../../support/program.ts';
import { Sandbox } from './support/sandbox.ts';

// Each starts several processes that load everything.
jest.setTimeout(60_000);

// Plain JavaScript without types of its own.
const reader = '../../../plugins/console/bin/remembered.js';
const { rememberedAnswer } = (await import(reader)) as { rememberedAnswer: (argv: string[]) => string | null };
const list = program(join(import.meta.dirname, 'fixtures', 'list-inputs.ts'));

const bootstrap = `
import { appendFileSync } from 'node:fs';
import { consoleKernel } from '@taproot/console';
import { setup } from '@taproot/core';
import { commands } from './commands.js';

export const boot = () => {
  appendFileSync(new URL('../storage/boots', import.meta.url), '.');
  const own = process.env.GARDEN === 'yes' ? [...commands, { ...commands[0], path: 'garden' }] : commands;
  return setup(null, { basePath: new URL('..', import.meta.url) }).withPlugins([consoleKernel()]).withCommands(own).create();
};
`;

const commands = (description: string): string => `
import { Command, Option } from '@taproot/console/command';

class Greet extends Command {
  static paths = [['mail:greet']];
  loud = Option.Boolean('--loud,-l', false, { description: 'Shout' });
  language = Option.String('--language', 'en', { description: 'Of the greeting' });
  async execute() {}
}

export const commands = [{ path: 'mail:greet', description: '${description}', load: async () => Greet }];
`;

const greet: CommandEntry = {
  path: 'mail:greet',
  description: 'Greet somebody',
  load: async () => Greet,
};

class Greet extends Command {
  static override paths = [['mail:greet']];

  loud = Option.Boolean('--loud,-l', false, { description: 'Shout' });
  language = Option.String('--language', 'en', { description: 'Of the greeting' });

  override async execute(): Promise<void> {}
}

let app: Sandbox;

beforeAll(async () => {
  app = await Sandbox.create({ 'bootstrap/app.js': bootstrap, 'bootstrap/commands.js': commands('Greet somebody') });
});

afterAll(() => app.remove());

/** What bin/remembered.js answers in such a folder, to a terminal of which only the environment is known; null when it does not know. */
const answer = (args: readonly string[], env: NodeJS.ProcessEnv = {}, cwd = app.folder): string | null => {
  const { columns } = process.stdout;
  const before = { ...process.env };
  const folder = jest.spyOn(process, 'cwd').mockReturnValue(cwd);
  try {
    process.stdout.columns = 0;
    Object.assign(process.env, { NO_COLOR: '1', ...env });
    return rememberedAnswer([...args]);
  } finally {
    folder.mockRestore();
    process.stdout.columns = columns;
    process.env = before;
  }
};

/** What the command shows for `--help` of what is remembered, in a process of its own. */
const help = (env: NodeJS.ProcessEnv): string => {
  const { stdout, stderr } = spawnSync(process.execPath, [taproot, '--help'], {
    cwd: app.folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout;
};

const remember = (...entries: CommandEntry[]): Promise<void> => rememberIn(app.folder)([greet, ...entries]);

describe('from one run to the next', () => {
  const boots = async (): Promise<number> => (await app.read('storage/boots')).length;

  test('--help boots the application once, and again when it has changed', async () => {
    const first = await app.run(['--help']);
    expect(first).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/mail:greet +Greet somebody/) });
    const second = spawnSync(process.execPath, [taproot, '--help'], { cwd: app.folder, encoding: 'utf8' });
    expect(second).toMatchObject({ status: 0, stderr: '', stdout: first.stdout });
    expect(await boots()).toBe(1);

    await app.write('bootstrap/commands.js', commands('Greet the world'));
    expect((await app.run([])).stdout).toContain('Greet the world');
    expect(await boots()).toBe(2);
  });

  test('completion boots the application when nothing is remembered', async () => {
    await rm(app.path('node_modules/.cache'), { recursive: true });
    const first = await app.run(['completion', '--complete', 'mail:greet', '--lo']);
    expect(first).toEqual({ code: 0, stderr: '', stdout: '--loud\tShout\n' });
    expect(await boots()).toBe(3);
    expect(answer(['completion', '--complete', 'mail:greet', '--lo'])).toBe(first.stdout);
  });

  test('an application that no longer boots says so', async () => {
    await app.write('bootstrap/commands.js', 'export const commands = []; throw new Error("broken");');
    const { code, stderr } = await app.run(['--help']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('broken') });
    await app.write('bootstrap/commands.js', commands('Greet somebody'));
  });
});

describe('--help', () => {
  test.each([[[]], [['-h']], [['--help']]])('is what %j asks for', async (args) => {
    await remember();
    expect(answer(args)).toMatch(/mail:greet +Greet somebody/);
  });

  test.each([[['route:list']], [['mail:greet', '--help']], [['completion', 'bash']], [['--version']]])(
    'is not what %j asks for',
    async (args) => {
      await remember();
      expect(answer(args)).toBeNull();
    },
  );

  test.each([['list'], ['help']])('is what %s asks for, as long as nothing else is asked', async (name) => {
    await remember();
    expect(answer([name])).toBe(answer(['--help']));
    for (const more of ['--json', 'mail', 'mail:greet', '--help']) expect(answer([name, more])).toBeNull();
  });

  test.each(['30', '40', '50', '80', ''])('is wrapped as by the application, at %s columns', async (columns) => {
    const lengthy = 'Writes letters to everybody who has asked for one, and to a few who have not';
    const wordy = { ...greet, path: 'mail:write', description: lengthy };
    await remember(wordy);
    for (const FORCE_COLOR of ['0', '1']) {
      const shown = overview([greet, wordy], {
        columns: Number(columns) || Number.POSITIVE_INFINITY,
        style: picocolors.createColors(FORCE_COLOR === '1'),
      });
      expect(answer([], { COLUMNS: columns, NO_COLOR: '', FORCE_COLOR })).toBe(shown);
    }
  });

  test('has the colours and the width that its process is told', async () => {
    const lengthy = 'Writes letters to everybody who has asked for one, and to a few who have not';
    const wordy = { ...greet, path: 'mail:write', description: lengthy };
    await remember(wordy);
    const boots = await app.read('storage/boots');
    for (const colored of [true, false]) {
      const style = picocolors.createColors(colored);
      const shown = overview([greet, wordy], { columns: 40, style });
      const env = colored ? { NO_COLOR: '', FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: '' };
      expect(help({ ...env, COLUMNS: '40' })).toBe(shown);
      expect(shown.includes('\u001b[32m')).toBe(colored);
    }
    expect(await app.read('storage/boots')).toBe(boots);
  });

  test('is that of the application also in the folder it is compiled to', async () => {
    await app.write('dist/bootstrap/app.js', '');
    await remember();
    expect(answer([], {}, app.path('dist/bootstrap'))).toMatch(/mail:greet/);
    await rm(app.path('dist'), { recursive: true });
  });
});

test('CN-08: a reader that went away is no error of what is remembered', async () => {
  await remember();
  const line = `'${process.execPath}' '${taproot}' --help | true; exit \${PIPESTATUS[0]}`;
  const { status, stderr } = spawnSync('bash', ['-c', line], { cwd: app.folder, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

describe('what is remembered is forgotten', () => {
  test.each([
    ['a file that changed', () => app.write('bootstrap/commands.js', commands('Greet everybody'))],
    ['a new file', () => app.write('app/new.js', '')],
    ['a file that is gone', () => rm(app.path('app/new.js'))],
    ['a new folder', () => app.write('app/http/a.ts', '')],
    ['a new .env', () => app.write('.env', 'A=1')],
    ['another package.json', () => app.write('package.json', '{ "type": "module", "private": true }')],
    ['a package that was installed', () => app.write('node_modules/.package-lock.json', '{}')],
    ['another file that is booted', () => app.write('dist/bootstrap/app.js', '')],
    ['a lock file', () => app.write('yarn.lock', '')],
    ['a cache that was torn apart', () => app.write('node_modules/.cache/taproot/commands.json', '{"marks":')],
    ['a cache that is gone', () => rm(app.path('node_modules/.cache'), { recursive: true })],
  ])('by %s', async (_what, change) => {
    await remember();
    expect(answer([])).not.toBeNull();
    await change();
    expect(answer([])).toBeNull();
    await rm(app.path('dist'), { recursive: true, force: true });
  });

  test('by a variable that the application asks for, and by no other', async () => {
    await remember();
    expect(answer([], { GARDEN: 'yes' })).toBeNull();
    expect(answer([], { ORCHARD: 'yes', TERM: 'dumb' })).not.toBeNull();
    const remembered = await app.read('node_modules/.cache/taproot/commands.json');
    expect(remembered).not.toContain('SECRET');
  });

  test('by a variable that becomes set, whose value nobody may see', async () => {
    await app.write('app/billing.js', 'if (process.env.STRIPE_KEY) bill();');
    process.env.STRIPE_KEY = 'sk_live_seen_by_nobody';
    await remember();
    delete process.env.STRIPE_KEY;
    expect(await app.read('node_modules/.cache/taproot/commands.json')).not.toContain('seen_by_nobody');
    expect(answer([])).toBeNull();
    expect(answer([], { STRIPE_KEY: '' })).toBeNull();
    expect(answer([], { STRIPE_KEY: 'another' })).not.toBeNull();
    await rm(app.path('app/billing.js'));
  });

  test.each(['app/storage/disk.js', 'app/public/page.js', 'app/tests/run.js', 'app/coverage/count.js'])(
    'by %s: only in the folder of the application do such names mean that no command comes from there',
    async (file) => {
      await app.write(file, '');
      await remember();
      expect(answer([])).not.toBeNull();
      await app.write(file, '// changed');
      expect(answer([])).toBeNull();
    },
  );

  test('by a file of a package that is linked into the application', async () => {
    const linked = await Sandbox.create({ 'src/index.js': '', 'package.json': '{ "name": "linked" }' });
    await app.write('package.json', '{ "type": "module", "dependencies": { "linked": "*" } }');
    await symlink(linked.folder, app.path('node_modules/linked'));
    await remember();
    expect(answer([])).not.toBeNull();
    await linked.write('src/index.js', '// changed');
    expect(answer([])).toBeNull();
    await linked.remove();
    await rm(app.path('node_modules/linked'));
  });

  test('not by what no command comes from', async () => {
    await app.write('public/app.js', '');
    await app.write('app/notes.txt', '');
    await remember();
    await app.write('public/app.js', '// changed');
    await app.write('app/notes.txt', 'changed');
    await app.write('storage/upload.js', '');
    expect(answer([])).not.toBeNull();
  });
});

describe('unreadable paths are not an error', () => {
  test.each([
    ['a link to the folder it lies in', 'app/loop', '.'],
    ['a link to the application', 'app/all', '..'],
    ['a link to itself', 'app/self', 'self'],
    ['a source that is a link to itself', 'app/self.js', 'self.js'],
    ['a source that is a link to nothing', 'app/gone.js', 'nowhere.js'],
  ])('%s', async (_what, path, target) => {
    await mkdir(app.path('app'), { recursive: true });
    await symlink(target, app.path(path));
    const { marks } = listInputs(app.folder);
    expect(Object.keys(marks).filter((file) => file.startsWith(app.path(path)))).toEqual([app.path(path)]);
    await remember();
    expect(answer([])).not.toBeNull();
    await rm(app.path(path));
  });

  test('a package that is no package', async () => {
    const linked = await Sandbox.create({ 'package.json': '{ "name": ' });
    const manifest = await app.read('package.json');
    await app.write('package.json', '{ "type": "module", "dependencies": { "linked": "*" } }');
    await symlink(linked.folder, app.path('node_modules/linked'));
    for (const args of [['--help'], ['completion', '--complete', 'mail']])
      expect(await app.run(args)).toEqual({ code: 0, stderr: '', stdout: expect.any(String) });
    await app.write('package.json', manifest);
    await rm(app.path('node_modules/linked'));
    await linked.remove();
  });

  test('a folder and a file that belong to somebody else', async () => {
    const foreign = await mkdtemp(join(tmpdir(), 'taproot-foreign-'));
    await mkdir(join(foreign, 'docker/pgdata'), { recursive: true });
    await writeFile(join(foreign, 'config.js'), '');
    await chmod(foreign, 0o755);
    await chmod(join(foreign, 'docker/pgdata'), 0o000);
    await chmod(join(foreign, 'config.js'), 0o000);
    const { stdout, stderr } = spawnSync(process.execPath, [list, foreign], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout).toContain(`${foreign}/docker/pgdata`);
    await chmod(join(foreign, 'docker/pgdata'), 0o755);
    await rm(foreign, { recursive: true });
  });
});

test('a place that cannot be written to is no error', async () => {
  await rm(app.path('node_modules/.cache'), { recursive: true });
  await app.write('node_modules/.cache', 'a file where a folder should be');
  await remember();
  expect(answer([])).toBeNull();
  await rm(app.path('node_modules/.cache'));
});

describe('completion', () => {
  const candidates = (...words: string[]): string[] | undefined =>
    answer(['completion', '--complete', ...words])
      ?.split('\n')
      .filter((line) => line !== '');

  test('offers commands by their beginning, with their descriptions', async () => {
    await remember({ ...greet, path: 'garden', description: 'Dig' });
    expect(candidates('mail:g')).toEqual(['mail:greet\tGreet somebody']);
    expect(candidates('')).toEqual(['mail:greet\tGreet somebody', 'garden\tDig']);
    expect(candidates('nothing')).toEqual([]);
  });

  test('offers the options of a command, by their long names', async () => {
    await remember();
    expect(candidates('mail:greet', '--l')).toEqual(['--loud\tShout', '--language\tOf the greeting']);
    expect(candidates('mail:greet', '--h')).toEqual(['--help\tShow options and examples']);
    expect(candidates('unknown', '--')).toEqual([]);
  });

  test('goes without the options of a command whose code cannot be loaded', async () => {
    await remember({ ...greet, path: 'broken', load: () => Promise.reject(new Error('broken')) });
    expect(candidates('brok')).toEqual(['broken\tGreet somebody']);
    expect(candidates('broken', '--')).toEqual(['--help\tShow options and examples']);
  });
});

/** What bash offers behind a line that is typed. */
const bash = async (line: string): Promise<string[]> => {
  await mkdir(app.path('node_modules/.bin'), { recursive: true });
  await app.write('node_modules/.bin/taproot', `#!/bin/sh\nexec '${process.execPath}' '${taproot}' "$@"\n`);
  spawnSync('chmod', ['+x', app.path('node_modules/.bin/taproot')]);
  await mkdir(app.path('app/http'), { recursive: true });
  await remember();
  const program = `${scripts.bash}\nCOMP_LINE=$1; COMP_POINT=\${#1}; _taproot_completion; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', program, 'bash', line], {
    cwd: app.path('app/http'),
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((word) => word !== '');
};

test('the script for bash completes behind taproot and npx taproot, from any folder below', async () => {
  // bash takes the colon for the end of a word: it is offered what stands behind.
  expect(await bash('npx taproot mail:g')).toEqual(['greet']);
  expect(await bash('taproot mai')).toEqual(['mail:greet']);
  expect(await bash('taproot mail:greet --lo')).toEqual(['--loud']);
  expect(await bash('npx jest mail')).toEqual([]);
});

test.each(['bash', 'zsh', 'fish'] as const)(
  'completion %s prints the script, in an application or outside',
  async (shell) => {
    const kernel = await setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([consoleKernel()])
      .create();
    const { code, output } = await kernel.facades.Console().call('completion', shell);
    expect({ code, output }).toEqual({ code: 0, output: `${scripts[shell].trim()}\n` });
    expect(output).toContain('node_modules/.bin/taproot');
    await kernel.close();
  },
);

test('another shell is refused', async () => {
  const kernel = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([consoleKernel()])
    .create();
  const { code, output } = await kernel.facades.Console().call('completion', 'tcsh');
  expect({ code, output }).toMatchObject({ code: 64, output: expect.stringContaining('"bash" or "zsh" or "fish"') });
  await kernel.close();
});
