import { Writable } from 'node:stream';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type CommandEntry, consoleKernel } from '@taproot/console';
import { Command, Option, UsageError } from '@taproot/console/command';
import { type Application, FrameworkError, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';

class Greet extends Command {
  static override paths = [['mail:greet']];
  static override usage = Command.Usage({
    details: 'Greets by name.',
    examples: [['Loudly', 'npx taproot mail:greet Ada --loud']],
  });

  who = Option.String({ name: 'who' });
  loud = Option.Boolean('--loud', false, { description: 'In capitals' });
  greeting = Option.String('--greeting', 'Hello', { description: 'The word to greet with' });

  override async execute(): Promise<void> {
    const text = `${this.greeting} ${this.who} from ${this.app.config.app.name}`;
    this.line(this.style.green(this.loud ? text.toUpperCase() : text));
  }
}

class Fail extends Command {
  static override paths = [['fail']];

  how = Option.String({ name: 'how' });

  override async execute(): Promise<number> {
    if (this.how === 'framework') throw new FrameworkError('E_TEST', 'It went wrong.', { fix: 'Make it right.' });
    if (this.how === 'usage') throw new UsageError('That was not meant.');
    if (this.how === 'bug') throw new TypeError('a bug');
    return Number(this.how);
  }
}

class Ask extends Command {
  static override paths = [['ask']];

  override async execute(): Promise<void> {
    const answers: unknown[] = [];
    if (this.context.stdin === process.stdin) throw new Error('would wait for whoever sits at the keyboard');
    for await (const chunk of this.context.stdin) answers.push(chunk);
    this.line(`${answers.length} answers, ${this.width} columns`);
  }
}

const loads: string[] = [];
const entry = (
  path: string,
  description: string,
  command: Awaited<ReturnType<CommandEntry['load']>>,
): CommandEntry => ({
  path,
  description,
  load: async () => {
    loads.push(path);
    return command;
  },
});
const greet = entry('mail:greet', 'Greet somebody', Greet);
const own = [entry('fail', 'Fail as told', Fail), entry('ask', 'Read the input', Ask)];
const mail = definePlugin({ name: 'mail', commands: async () => ({ commands: [greet] }) });

const opened: Application[] = [];
const createApp = async (commands: readonly CommandEntry[] = own, env: Record<string, string> = {}) => {
  const app = await setup(null, { env: { APP_NAME: 'Garden', NO_COLOR: '', FORCE_COLOR: '', ...env } })
    .withPlugins([consoleKernel(), mail])
    .withCommands(commands)
    .create();
  opened.push(app);
  return app;
};
const createConsole = async (...args: Parameters<typeof createApp>) => (await createApp(...args)).facades.Console();

class Sink extends Writable {
  text = '';
  readonly isTTY: boolean;

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

describe('running commands', () => {
  test('a command of a plugin runs with its arguments and the booted application', async () => {
    const kernel = await createConsole();
    expect(await kernel.call('mail:greet Ada --loud')).toEqual({ code: 0, output: 'HELLO ADA FROM GARDEN\n' });
  });

  test('call() takes a quoted command line, or arguments that are passed on unparsed, listed or not', async () => {
    const kernel = await createConsole();
    const expected = { code: 0, output: 'Good day Ada Lovelace from Garden\n' };
    expect(await kernel.call(`mail:greet "Ada Lovelace" --greeting='Good day'`)).toEqual(expected);
    expect(await kernel.call('mail:greet', 'Ada Lovelace', '--greeting', 'Good day')).toEqual(expected);
    expect(await kernel.call('mail:greet', ['Ada Lovelace', '--greeting', 'Good day'])).toEqual(expected);
  });

  test('the number a command returns is the exit code', async () => {
    expect(await (await createConsole()).call('fail 7')).toEqual({ code: 7, output: '' });
  });

  test('only the code of the command that runs is loaded, and none for the list of commands', async () => {
    const kernel = await createConsole();
    loads.length = 0;
    await kernel.call('--help');
    expect(loads).toEqual([]);
    await kernel.call('fail 0');
    expect(loads).toEqual(['fail']);
  });

  test('output goes to stdout, errors to stderr', async () => {
    const kernel = await createConsole();
    const [stdout, stderr] = [new Sink(false), new Sink(false)];
    expect(await kernel.run(['mail:greet', 'Ada'], { stdout, stderr })).toBe(0);
    expect(await kernel.run(['fail', 'framework'], { stdout, stderr })).toBe(1);
    expect(stdout.text).toBe('Hello Ada from Garden\n');
    expect(stderr.text).toBe('E_TEST: It went wrong.\n  fix: Make it right.\n');
  });
});

describe('colours', () => {
  const greenOn = async (isTTY: boolean, env: Record<string, string> = {}) => {
    const kernel = await createConsole(own, { TERM: 'xterm', ...env });
    const stdout = new Sink(isTTY);
    await kernel.run(['mail:greet', 'Ada'], { stdout, stderr: stdout });
    return stdout.text.includes('\u001b[32m');
  };

  test('are written to a terminal only', async () => {
    expect(await greenOn(true)).toBe(true);
    expect(await greenOn(false)).toBe(false);
    expect(await greenOn(true, { TERM: 'dumb' })).toBe(false);
  });

  test('obey NO_COLOR, and FORCE_COLOR without it', async () => {
    expect(await greenOn(true, { NO_COLOR: '1' })).toBe(false);
    expect(await greenOn(false, { FORCE_COLOR: '1' })).toBe(true);
    expect(await greenOn(true, { FORCE_COLOR: '0' })).toBe(false);
  });
});

describe('help', () => {
  test('--help, and no command at all, list the commands by group with their descriptions', async () => {
    const kernel = await createConsole();
    const { code, output } = await kernel.call('--help');
    expect(code).toBe(0);
    expect(output).toMatch(
      / {2}ask +Read the input\n[^]* {2}fail +Fail as told\n[^]*\n\nmail\n {2}mail:greet +Greet somebody\n/,
    );
    expect((await kernel.call('')).output).toBe(output);
  });

  test('<command> --help shows description, usage, options and examples, wherever the flag stands', async () => {
    const kernel = await createConsole();
    const { code, output } = await kernel.call('mail:greet --help');
    expect(code).toBe(0);
    expect(output).toMatch(/^Greet somebody\n/);
    expect(output).toContain('npx taproot mail:greet <who> [options]');
    expect(output).toMatch(/--greeting <value> +The word to greet with\n/);
    expect(output).toContain('Greets by name.');
    expect(output).toContain('npx taproot mail:greet Ada --loud');
    expect((await kernel.call('mail:greet Ada -h')).output).toBe(output);
  });

  test('behind -- a --help is an argument like any other', async () => {
    expect((await (await createConsole()).call('mail:greet -- --help')).output).toBe('Hello --help from Garden\n');
  });

  test('--version tells the version', async () => {
    expect((await (await createConsole()).call('--version')).output).toMatch(/^Taproot \d+\.\d+\.\d+\n$/);
  });
});

describe('what goes wrong', () => {
  test('CN-06 an unknown command runs nothing, exits with 64 and suggests the nearest', async () => {
    const kernel = await createConsole();
    loads.length = 0;
    const { code, output } = await kernel.call('mail:gret Ada');
    expect([code, loads]).toEqual([64, []]);
    expect(output).toBe(
      'E_COMMAND_UNKNOWN: The command "mail:gret" does not exist. Did you mean "mail:greet"?\n' +
        '  fix: Run `npx taproot list` to see the commands of this application.\n',
    );
  });

  test('CN-06 the name of a group suggests its commands', async () => {
    expect((await (await createConsole()).call('mail')).output).toContain('Did you mean "mail:greet"?');
  });

  test.each([
    ['an unknown option', 'mail:greet Ada --lout', 'Did you mean "--loud"?'],
    ['a value for a flag', 'mail:greet Ada --loud=maybe', '--loud=maybe'],
    ['an option without its value', 'mail:greet Ada --greeting', '--greeting'],
    ['an argument too many', 'mail:greet Ada Grace', '"Grace"'],
  ])('CN-06 %s is refused with the usage', async (_fault, line, told) => {
    const { code, output } = await (await createConsole()).call(line);
    expect(code).toBe(64);
    expect(output).toContain(told);
    expect(output).toContain('Usage: npx taproot mail:greet <who>');
    expect(output).not.toContain('Hello');
    expect(output).not.toContain('    at ');
  });

  test('CN-06 a value may begin with a dash behind --', async () => {
    expect(await (await createConsole()).call('mail:greet -- -x')).toEqual({
      code: 0,
      output: 'Hello -x from Garden\n',
    });
  });

  test('CN-04 a missing argument is refused with the usage, never asked for', async () => {
    const { code, output } = await (await createConsole()).call('mail:greet');
    expect(code).toBe(64);
    expect(output).toContain('Usage: npx taproot mail:greet <who>');
  });

  test('CN-04 a command that reads the input finds it ended when there is none', async () => {
    expect(await (await createConsole()).call('ask')).toEqual({ code: 0, output: '0 answers, Infinity columns\n' });
  });

  test('a usage error thrown by a command is told without a stack', async () => {
    const { code, output } = await (await createConsole()).call('fail usage');
    expect(code).toBe(64);
    expect(output).toMatch(/^E_COMMAND_USAGE: That was not meant\.\n {2}fix: Usage: npx taproot fail <how>/);
    expect(output).not.toContain('    at ');
  });

  test('an error that is no fault of the user comes with its stack', async () => {
    const { code, output } = await (await createConsole()).call('fail bug');
    expect(code).toBe(1);
    expect(output).toMatch(/^TypeError: a bug\n {4}at /);
  });

  test('CN-08 escape sequences in what was typed do not reach the terminal', async () => {
    const { output } = await (await createConsole()).call('x\u001b[2J\u0007y', '');
    expect(output).toContain('The command "xy" does not exist.');
    for (const control of ['\u001b', '\u0007']) expect(output).not.toContain(control);
  });

  test('commands of a plugin that cannot be imported are an error that names the plugin', async () => {
    const broken = definePlugin({
      name: 'billing',
      commands: () => Promise.reject(new SyntaxError('Unexpected token')),
    });
    const app = await setup(null, { env: { NO_COLOR: '', FORCE_COLOR: '' } })
      .withPlugins([consoleKernel(), broken])
      .create();
    opened.push(app);
    for (const line of ['--help', 'mail:greet Ada']) {
      const { code, output } = await app.facades.Console().call(line);
      expect(code).toBe(1);
      expect(output).toMatch(
        /^E_COMMANDS_UNREADABLE: The commands of the plugin "billing" cannot be loaded: Unexpected token\n {2}fix: /,
      );
    }
  });

  test('two commands of one path are an error that names both owners', async () => {
    const { code, output } = await (await createConsole([greet])).call('--help');
    expect(code).toBe(1);
    expect(output).toMatch(/^E_COMMAND_DUPLICATE: .*"mail:greet".*"mail" and "withCommands\(\)"/);
  });

  test('a path that cannot be typed is an error', async () => {
    const { output } = await (await createConsole([{ ...greet, path: 'send mail' }])).call('ask');
    expect(output).toMatch(/^E_COMMAND_NAME: The command "send mail" of "withCommands\(\)"/);
  });

  test('a class that does not answer to the path of its manifest is an error', async () => {
    const { output } = await (await createConsole([{ ...greet, path: 'mail:welcome' }])).call('mail:welcome Ada');
    expect(output).toMatch(/^E_COMMAND_PATHS: .*"mail:welcome" declares mail:greet as its paths\./);
  });
});
