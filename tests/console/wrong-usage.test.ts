import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { Command } from '@taproot/console/command';
import { type Application, setup } from '@taproot/core';
import { database } from '@taproot/database';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';

class Fail extends Command {
  static override paths = [['fail']];
  override async execute(): Promise<void> {
    throw new TypeError('a bug\nE_FAKE: not ours\n  fix: neither');
  }
}

let app: Application;

beforeAll(async () => {
  app = await setup(null, { env: { APP_ENV: 'testing', APP_KEY: 'k'.repeat(32) } })
    .withPlugins([consoleKernel(), routing(), validation(), lang(), database(), auth()])
    .withCommands([{ path: 'fail', description: 'Fail', load: async () => Fail }])
    .create();
});

afterAll(() => app.close());

const call = (line: string) => app.facades.Console().call(line);

/** What a command writes to terminals of this width, or to pipes. */
const screen = async (line: string, { columns = 0, isTTY = true } = {}) => {
  const open = (written: string[]) =>
    Object.assign(
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          written.push(chunk.toString());
          done();
        },
      }),
      { isTTY, columns },
    );
  const [out, err]: [string[], string[]] = [[], []];
  const code = await app.facades.Console().run(line.split(' '), { stdout: open(out), stderr: open(err) });
  return { code, stdout: out.join(''), stderr: err.join('') };
};

const widths = (text: string): number[] => text.split('\n').map((line) => stripVTControlCharacters(line).length);

describe('the same kind of wrong usage has the same exit code', () => {
  test.each([
    'nope',
    'route:list --nope',
    'route:list --sort nope',
    'route:list nope',
    'hooks:trace GET',
    'hooks:trace NOPE /',
    'hooks:trace GET nope',
    'hooks:list nope',
    'config:show nope',
    'about --only nope',
    'list nope',
    'list --nope',
    'help nope',
    'help route:list nope',
    'make:rule',
    'make:rule 9x',
    'migrate:rollback --step nope',
    'lang:publish --locale nope',
    'completion nope',
    'serve --port nope',
  ])('%s exits with 64, without a stack', async (line) => {
    const { code, output } = await call(line);
    expect({ code, output }).toEqual({ code: 64, output: expect.stringMatching(/^E_\w+: .*\n {2}fix: .*\n$/) });
  });

  test('what fails otherwise exits with 1', async () => {
    expect(await call('fail')).toEqual({ code: 1, output: expect.stringMatching(/^TypeError: a bug/) });
  });
});

describe('help', () => {
  test('of a command is what --help shows', async () => {
    const { code, output } = await call('help route:list');
    expect({ code, output }).toEqual(await call('route:list --help'));
    expect(output).toContain('--except-path <value>');
  });

  test('without a command, list and --help show all commands', async () => {
    const shown = await call('--help');
    for (const line of ['help', 'list', '-h']) expect(await call(line)).toEqual(shown);
    expect(shown.output).toContain('npx taproot help <command>');
  });

  test('of a group shows its commands, as list does', async () => {
    const { code, output } = await call('help make');
    expect({ code, output }).toEqual(await call('list make'));
    expect(output).toMatch(/make:rule {2,}Write/);
    expect(output).not.toContain('route:list');
  });

  test('of a command that is also the name of a group is that of the command', async () => {
    expect((await call('help migrate')).output).toContain('Usage\n  npx taproot migrate');
  });

  test('of an unknown command names the nearest', async () => {
    expect((await call('help rout:list')).output).toContain('Did you mean "route:list"?');
    expect((await call('list rout')).output).toContain('There is no group "rout". Did you mean "route"?');
  });
});

test('list --json is for programs', async () => {
  const { code, output } = await call('list --json');
  expect(code).toBe(0);
  const commands: unknown = JSON.parse(output);
  expect(commands).toContainEqual({
    name: 'route:list',
    description: 'List the routes with their names, handlers and middleware',
    options: expect.arrayContaining([{ name: '--json', description: 'Print a JSON array, for programs' }]),
  });
  const { output: group } = await call('list --json make');
  expect(JSON.parse(group)).toContainEqual(expect.objectContaining({ name: 'make:rule' }));
  expect(group).not.toContain('route:list');
});

describe('on a terminal', () => {
  test.each([40, 60, 80, 120])('no line of the lists is wider than %i columns', async (columns) => {
    for (const line of ['list', 'route:list --help', 'hooks:trace --help']) {
      const { stdout } = await screen(line, { columns });
      const wide = stdout
        .split('\n')
        .map((text) => stripVTControlCharacters(text))
        // Usage and examples are to be copied, whole.
        .filter((text) => text.length > columns && !text.includes('npx taproot'));
      // A description keeps 20 columns on the narrowest terminals.
      expect(wide.filter((text) => text.length > columns && !/^ {2}-{1,2}\w|^ {20,}/.test(text))).toEqual([]);
    }
  });

  test('a long description goes on below its beginning', async () => {
    const { stdout } = await screen('list', { columns: 60 });
    expect(stripVTControlCharacters(stdout)).toContain(
      '  hooks:trace       Send a request through the application,\n' +
        '                    and show what ran for it and how long\n',
    );
  });

  test('a long description of an option goes on below its beginning', async () => {
    const { stdout } = await screen('route:list --help', { columns: 50 });
    expect(stripVTControlCharacters(stdout)).toMatch(/^ {2}--except-middleware <value> {2}None .*\n {31}\S/m);
  });

  test('the code and the fix of an error are coloured, and both are wrapped at words', async () => {
    const { code, stderr } = await screen('route:list --sort nope', { columns: 40 });
    expect(code).toBe(64);
    expect(stderr).toContain('\u001b[1mE_COMMAND_USAGE:\u001b[22m');
    expect(stderr).toContain('\u001b[32mfix:\u001b[39m');
    expect(Math.max(...widths(stderr))).toBeLessThanOrEqual(40);
    expect(stripVTControlCharacters(stderr).replaceAll(/\n +(?! |fix:)/g, ' ')).toBe(
      'E_COMMAND_USAGE: Invalid value for --sort: expected "path" or "name" or "method" (got "nope")\n' +
        '  fix: Usage: npx taproot route:list [options]. See `npx taproot help route:list`.\n',
    );
  });

  test('an error in a pipe has no colours, and is not wrapped', async () => {
    const { stderr } = await screen('route:list --sort nope', { isTTY: false, columns: 40 });
    expect(stderr).toBe(
      'E_COMMAND_USAGE: Invalid value for --sort: expected "path" or "name" or "method" (got "nope")\n' +
        '  fix: Usage: npx taproot route:list [options]. See `npx taproot help route:list`.\n',
    );
  });
});
