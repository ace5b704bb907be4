import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { GeneratedName } from '../../../plugins/dev/src/generator/generated-name.ts';
import { program } from '../../support/program.ts';
import { converse } from '../terminal/support.ts';
import { Sandbox } from './support.ts';

const parse = (typed: string): GeneratedName => GeneratedName.parse(typed, 'rule');

test.each([
  ['StorePost', 'StorePost', 'storePost', 'store-post'],
  ['storePost', 'StorePost', 'storePost', 'store-post'],
  ['store-post', 'StorePost', 'storePost', 'store-post'],
  ['store_post', 'StorePost', 'storePost', 'store-post'],
  ['HTTPClient', 'HTTPClient', 'httpClient', 'http-client'],
  ['OAuth2Token', 'OAuth2Token', 'oAuth2Token', 'o-auth2-token'],
  ['iban', 'Iban', 'iban', 'iban'],
  ['a-1', 'A1', 'a1', 'a-1'],
])('%s is the class %s, the function %s and the file %s', (typed, pascal, camel, kebab) => {
  const name = parse(typed);
  expect([name.pascal, name.camel, name.kebab]).toEqual([pascal, camel, kebab]);
});

test('folders stand before the file, the signature and the alias', () => {
  const name = parse('Admin/user_data/HomePhone');
  expect(name.path).toBe('admin/user-data/home-phone');
  expect(name.in('_')).toBe('admin_user_data_home_phone');
  expect(name.alias).toBe('AdminUserDataHomePhone');
  expect(name.pascal).toBe('HomePhone');
});

describe('a suffix', () => {
  test.each([
    ['Post', 'PostController'],
    ['PostController', 'PostController'],
    ['post-controller', 'PostController'],
    ['Controller', 'Controller'],
  ])('is put behind %s once: %s', (typed, pascal) => {
    expect(parse(typed).ending('Controller').pascal).toBe(pascal);
  });

  test('is taken away, but never all there is', () => {
    expect(parse('PostsTest').without('Test').pascal).toBe('Posts');
    expect(parse('Test').without('Test').pascal).toBe('Test');
    expect(parse('Contest').without('Test').pascal).toBe('Contest');
  });
});

test('an invalid name gets an error that says why', () => {
  const told = (typed: string): string => {
    try {
      parse(typed);
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  expect(told('')).toBe('"" is not a valid name for a rule: it is empty.');
  expect(told('../x')).toContain('it leads elsewhere');
  expect(told('a//b')).toContain('a folder has no name');
  expect(told('x/1a')).toContain('"1a" does not begin with a letter');
  expect(told('x/NUL')).toContain('"NUL" is a device on Windows');
  expect(told('x'.repeat(81))).toContain('it has 81 characters, and at most 80 may be');
});

const generators = [
  ['make:request', 'request'],
  ['make:rule', 'rule'],
  ['make:filter', 'filter'],
  ['make:controller', 'controller'],
  ['make:middleware', 'middleware'],
  ['make:command', 'command'],
  ['make:policy', 'policy'],
  ['make:plugin', 'plugin'],
  ['make:test', 'test'],
] as const;

let sandbox: Sandbox | null = null;

const create = async (env: Readonly<Record<string, string>> = {}): Promise<Sandbox> => {
  sandbox = await Sandbox.create({}, undefined, env);
  return sandbox;
};

afterEach(() => sandbox?.remove());

describe('on a terminal a missing name is asked for', () => {
  test('until it can be one', async () => {
    const { app } = await create();
    const { code, screen } = await converse(
      app,
      ['make:rule'],
      [
        ['Name of the rule', '../Phone\r'],
        ['it leads elsewhere', '\u0015user/Phone\r'],
      ],
    );
    expect(screen).toContain('created    app/rules/user/phone.ts');
    expect(code).toBe(0);
    expect(sandbox?.read('app/rules/user/phone.ts')).toContain('class Phone');
  });

  test('and Ctrl-C leaves everything as it was', async () => {
    const { app } = await create();
    const before = sandbox?.files();
    expect((await converse(app, ['make:rule'], [['Name of the rule', '\u0003']])).code).toBe(130);
    expect(sandbox?.files()).toEqual(before);
  });
});

describe.each([
  ['without a keyboard', {}, { keyboard: false }],
  ['without a screen', {}, { screen: false }],
  ['in CI', { CI: '1' }, {}],
])('CN-04 %s', (_where, env, surroundings) => {
  test.each(generators)('%s exits with 64 and its usage', async (command, kind) => {
    const { app } = await create(env);
    const before = sandbox?.files();
    const { code, screen } = await converse(app, [command], [], surroundings);
    expect(code).toBe(64);
    expect(screen).toContain(`The name of the ${kind} is missing.`);
    expect(screen).toContain(`Usage: npx taproot ${command} <name> ...`);
    expect(sandbox?.files()).toEqual(before);
  });
});

const fixture = program(join(import.meta.dirname, 'fixtures', 'place-file.ts'));
const folders: string[] = [];

const folder = (files: Readonly<Record<string, string>> = {}): string => {
  const made = mkdtempSync(join(tmpdir(), 'taproot-disk-'));
  folders.push(made);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(made, file)), { recursive: true });
    writeFileSync(join(made, file), content);
  }
  // Whoever the child runs as may look, and write where nothing else is said.
  chmodSync(made, 0o777);
  return made;
};

afterEach(() => {
  for (const made of folders.splice(0)) {
    execFileSync('chmod', ['-R', 'u+w', made]);
    rmSync(made, { recursive: true });
  }
});

const ended = async (child: ChildProcess) => {
  if (child.stdout === null || child.stderr === null) throw new Error('The process has no output.');
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { stdout, stderr, code: code as number };
};

/** Places a file in a process of its own: `place(folder, file, 'nothing')`. */
const place = (shell: string, ...args: string[]) =>
  ended(
    spawn('bash', ['-c', `${shell} exec "$@"`, 'bash', process.execPath, fixture, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );

const filesIn = (made: string): string[] => readdirSync(made, { recursive: true, encoding: 'utf8' }).toSorted();

describe('CN-07 a disk that refuses', () => {
  test('because it is full: there is no file, and no part of one', async () => {
    const made = folder({ 'app/kept.ts': 'kept\n' });
    // A limit of no bytes for each file makes every write fail, as a full disk does.
    const { stdout, stderr } = await place("trap '' XFSZ; ulimit -f 0;", made, 'app/new.ts', 'nothing');
    expect({ stdout, stderr }).toEqual({
      stdout: 'E_GENERATE_WRITE: app/new.ts was not written: EFBIG: file too large, write.\n',
      stderr: '',
    });
    expect(filesIn(made)).toEqual(['app', 'app/kept.ts']);
  });

  test('because it is full: a file to be replaced stays as it was', async () => {
    const made = folder({ 'app/kept.ts': 'kept\n' });
    const { stdout } = await place("trap '' XFSZ; ulimit -f 0;", made, 'app/kept.ts', 'anything');
    expect(stdout).toContain('E_GENERATE_WRITE');
    expect(filesIn(made)).toEqual(['app', 'app/kept.ts']);
    expect(readFileSync(join(made, 'app/kept.ts'), 'utf8')).toBe('kept\n');
  });

  test.each([
    ['app/new.ts', 'nothing'],
    ['app/deeper/new.ts', 'nothing'],
    ['app/kept.ts', 'anything'],
  ])('because %s may not be written: nothing has changed', async (file, replace) => {
    const made = folder({ 'app/kept.ts': 'kept\n' });
    chmodSync(join(made, 'app'), 0o555);
    const { stdout, stderr } = await place('', made, file, replace, 'nobody');
    expect({ stdout, stderr }).toMatchObject({
      stdout: expect.stringMatching(/^E_GENERATE_WRITE: .*EACCES/),
      stderr: '',
    });
    expect(filesIn(made)).toEqual(['app', 'app/kept.ts']);
    expect(readFileSync(join(made, 'app/kept.ts'), 'utf8')).toBe('kept\n');
  });
});

test('CN-02 of two processes that make one file, one wins', async () => {
  const made = folder();
  const results = await Promise.all(Array.from({ length: 2 }, () => place('', made, 'app/rules/phone.ts', 'nothing')));
  expect(results.map(({ stdout }) => stdout).toSorted()).toEqual(['false\n', 'true\n']);
  expect(filesIn(made)).toEqual(['app', 'app/rules', 'app/rules/phone.ts']);
});
