import { PassThrough, Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { Command, displayWidth, formatTable, printable } from '@taproot/console/command';
import { type Application, setup } from '@taproot/core';
import { database } from '@taproot/database';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { splitCommandLine } from '../../plugins/console/src/split-command-line.ts';

describe('wrong usage', () => {
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
});

let appOfHelpPage: Application | undefined;
afterEach(() => appOfHelpPage?.close());

const help = async (command: string, columns: string): Promise<string> => {
  appOfHelpPage = await setup(null, { env: { APP_ENV: 'testing', COLUMNS: columns } })
    .withPlugins([consoleKernel(), routing()])
    .create();
  return (await appOfHelpPage.facades.Console().call(command, ['--help'])).output;
};

const details = (output: string): string[] =>
  /Details\n((?: {2}.*\n|\n)+?)\n?Examples/.exec(output)?.[1]?.split('\n') ?? [];

test.each(['40', '80', '200'])('the details of a command fit into %s columns, and at most 80', async (columns) => {
  const lines = details(await help('hooks:trace', columns));
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(Math.min(Number(columns), 80));
  expect(lines.filter((line) => line.endsWith(' '))).toEqual([]);
});

test('details that speak of an option first are one paragraph', async () => {
  const lines = details(await help('serve', '80'))
    .join('\n')
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(3);
});

describe('printable', () => {
  test.each([
    ['colours', '\u001b[31mred\u001b[0m', 'red'],
    ['a title sequence', '\u001b]0;owned\u0007name', 'name'],
    ['the eight-bit form of a sequence', 'a\u009b2Jb', 'ab'],
    ['line breaks', 'a\r\nb\u2028c', 'a b c'],
    ['lone control characters', 'a\u0000\u0008\u007f\u0085b', 'a b'],
    ['marks that turn the direction of writing', 'a\u202egpj.exe', 'agpj.exe'],
  ])('CN-08 takes out %s', (_what, text, clean) => {
    expect(printable(text)).toBe(clean);
  });

  test('leaves letters of every script alone', () => {
    expect(printable('Zoë 日本 \u{1f331}')).toBe('Zoë 日本 \u{1f331}');
  });
});

describe('formatTable', () => {
  test('aligns columns by what the terminal shows, colours outside of the padding', () => {
    const rows = [
      ['日本', 'x', 'end'],
      ['a', 'long', ''],
    ];
    expect(formatTable(rows, [(text) => `<${text}>`])).toEqual(['<日本>  x     end', '<a>     long']);
  });

  test('knows double width, combining marks and plain letters', () => {
    expect(['日本', 'e\u0301', 'abc', '\u{1f331}'].map(displayWidth)).toEqual([4, 1, 3, 2]);
  });
});

describe('splitCommandLine', () => {
  test.each([
    ['', []],
    ['  route:list   --json ', ['route:list', '--json']],
    [`a 'b c' "d e"`, ['a', 'b c', 'd e']],
    [`--name="a b"'c d'`, ['--name=a bc d']],
    [`a\\ b '' ""`, ['a b', '', '']],
    [`"say \\"hi\\" \\n"`, ['say "hi" \\n']],
    [`'C:\\temp'`, ['C:\\temp']],
    ['$HOME *', ['$HOME', '*']],
  ])('reads %j as %j', (line, words) => {
    expect(splitCommandLine(line)).toEqual(words);
  });

  test.each([`a "b`, `a 'b c`, `a"b`, 'a\\'])('refuses %j, which never ends', (line) => {
    expect(() => splitCommandLine(line)).toThrow(expect.objectContaining({ code: 'E_COMMAND_LINE' }));
  });
});

/** Types lines into the prompt of an application; resolves to what it wrote. */
const type = async (...lines: readonly string[]): Promise<string> => {
  const app = await setup(null, { env: { APP_ENV: 'testing', NO_COLOR: '1' } })
    .withPlugins([consoleKernel(), routing()])
    .create();
  const stdout = new PassThrough();
  const written = buffer(stdout);
  try {
    const stdin = Readable.from(lines.map((line) => `${line}\n`));
    expect(await app.facades.Console().run(['repl'], { stdin, stdout, stderr: stdout })).toBe(0);
  } finally {
    stdout.end();
    expect(await app.close()).toEqual([]);
  }
  return (await written).toString();
};

test('the application and its facades are at hand, and lines may await', async () => {
  const said = await type(
    'app.config.app.env',
    'facades.Http() === Http()',
    'const later = await Promise.resolve(6)',
    'later * 7',
    '.exit',
  );
  expect(said).toContain("'testing'\ntrue\n42\n");
});

test('the end of the input ends it, and an error shows its fix', async () => {
  const said = await type("await Console().call('rout:list')", 'facades.Nope()', '1 + 1');
  expect(said).toContain('fix:');
  expect(said).toMatch(/Did you mean/);
  expect(said).toMatch(/2\n$/);
});
