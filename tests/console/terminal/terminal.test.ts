import { afterEach, describe, expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { Command, displayWidth, number, Option, oneOf, wholeNumber } from '@taproot/console/command';
import { type Application, setup } from '@taproot/core';
import { type Equal, expectType } from '../../types/support.ts';
import { closeAll, hangUp, talk } from './support.ts';

class Typed extends Command {
  static override paths = [['typed']];

  count = Option.String('--count', '3', { description: 'How many', validator: wholeNumber({ min: 1, max: 10 }) });
  rate = Option.String('--rate', { validator: number() });
  format = Option.String('--format', 'text', { validator: oneOf('text', 'json') });
  size = Option.String({ required: false, validator: oneOf('s', 'm') });

  override async execute(): Promise<void> {
    const { count, rate, format, size } = this;
    expectType<Equal<typeof count, number>>();
    expectType<Equal<typeof rate, number | undefined>>();
    expectType<Equal<typeof format, 'text' | 'json'>>();
    expectType<Equal<typeof size, 's' | 'm' | undefined>>();
    this.line(JSON.stringify({ count, rate, format, size }));
  }
}

let app: Application | null = null;

const call = async (line: string) => {
  app = await setup()
    .withPlugins([consoleKernel()])
    .withCommands([{ path: 'typed', description: 'Typed', load: async () => Typed }])
    .create();
  return app.facades.Console().call(line);
};

afterEach(() => app?.close());

describe('options and arguments have the types their checks give them', () => {
  test('numbers are numbers, defaults too', async () => {
    expect(await call('typed')).toEqual({ code: 0, output: '{"count":3,"format":"text"}\n' });
    await app?.close();
    expect(await call('typed m --count 7 --rate=-0.5 --format json')).toEqual({
      code: 0,
      output: '{"count":7,"rate":-0.5,"format":"json","size":"m"}\n',
    });
  });

  test.each([
    ['--count 0', 'Invalid value for --count: expected at least 1 (got 0)'],
    ['--count 11', 'expected at most 10 (got 11)'],
    ['--count 1.5', 'expected a whole number (got "1.5")'],
    ['--count 99999999999999999999', 'expected a whole number'],
    ['--count=', 'expected a whole number (got "")'],
    ['--rate x', 'expected a number (got "x")'],
    ['--rate Infinity', 'expected a number'],
    ['--rate=', 'expected a number (got "")'],
    ['--format xml', 'expected "text" or "json" (got "xml")'],
    ['l', 'Invalid value for size: expected "s" or "m" (got "l")'],
  ])('typed %s is refused, and nothing runs', async (args, told) => {
    const { code, output } = await call(`typed ${args}`);
    expect(code).toBe(64);
    expect(output).toContain(told);
    expect(output).not.toContain('{"count"');
  });
});

afterEach(closeAll);

describe('spin()', () => {
  test('shows what is under way, and resolves to what it comes to', async () => {
    const { code, screen } = await talk(async (command) =>
      command.line(`got ${await command.spin('Counting', async () => 42)}`),
    );
    expect(screen).toContain('Counting');
    expect(screen).toContain('got 42');
    expect(code).toBe(0);
  });

  test('without a terminal is two lines', async () => {
    const { screen } = await talk(
      async (command) => command.line(`got ${await command.spin('Counting', async () => 42)}`),
      [],
      { screen: false },
    );
    expect(screen).toBe('Counting ...\nCounting: done\ngot 42\n');
  });

  test.each([true, false])('lets errors through (on a terminal: %s)', async (screen) => {
    const session = await talk(
      async (command) => {
        await command.spin('Counting', async () => {
          throw new RangeError('too many');
        });
      },
      [],
      { screen },
    );
    expect(session.code).toBe(1);
    expect(session.screen).toContain('RangeError: too many');
    expect(session.screen).toContain(screen ? 'Counting' : 'Counting: failed\n');
  });
});

describe('on a terminal, keyboard and signals stay with the command', () => {
  const watched = () => [
    ...(['SIGINT', 'SIGTERM', 'exit', 'unhandledRejection', 'uncaughtExceptionMonitor'] as const).map((name) =>
      process.listenerCount(name),
    ),
    ...['data', 'keypress', 'end'].map((name) => process.stdin.listenerCount(name)),
    process.stdin.readableFlowing,
  ];

  test.each([
    ['spin()', (command: Command, work: () => Promise<void>) => command.spin('Counting', work)],
    ['progress()', (command: Command, work: () => Promise<void>) => command.progress('Counting', 3, work)],
  ])('%s listens to nothing', async (_name, run) => {
    const before = watched();
    let during: unknown;
    const { screen } = await talk((command) =>
      run(command, async () => {
        during = watched();
      }),
    );
    expect(during).toEqual(before);
    expect(watched()).toEqual(before);
    expect(screen).toContain('Counting');
  });

  test.each([
    ['a long text is cut to one line', 'word '.repeat(40)],
    ['a text of wide characters too', '\u6f22'.repeat(60)],
    ['a text of several lines is one', 'first\nsecond'],
  ])('%s', async (_what, text) => {
    const { screen } = await talk((command) => command.spin(text, async () => undefined));
    // The line is drawn from its beginning each time.
    for (const drawn of screen.trimEnd().split('\r')) {
      expect(displayWidth(drawn)).toBeLessThan(80);
      expect(drawn).not.toContain('\n');
    }
  });
});

describe('progress()', () => {
  const count = async (advance: (steps?: number, text?: string) => void): Promise<string> => {
    advance();
    advance(2, 'the last');
    return 'counted';
  };

  test('shows how much is done', async () => {
    const { code, screen } = await talk(async (command) => command.line(await command.progress('Counting', 4, count)));
    expect(screen).toContain('Counting 3/4');
    expect(screen).toContain('counted');
    expect(code).toBe(0);
  });

  test('without a terminal is two lines, the second with how far it came', async () => {
    const { screen } = await talk(async (command) => command.line(await command.progress('Counting', 4, count)), [], {
      screen: false,
    });
    expect(screen).toBe('Counting ...\nCounting: 3 of 4\ncounted\n');
  });
});

const enter = '\r';
const down = '\u001b[B';
const cancel = '\u0003';
const endOfInput = '\u0004';

afterEach(closeAll);

const questions: readonly (readonly [string, (command: Command) => Promise<unknown>])[] = [
  ['ask', (command) => command.ask('What?')],
  ['secret', (command) => command.secret('What?')],
  ['confirm', (command) => command.confirm('What?')],
  ['choose', (command) => command.choose('What?', ['a', 'b'])],
  ['chooseSeveral', (command) => command.chooseSeveral('What?', ['a', 'b'])],
];

describe('on a terminal', () => {
  test('ask() resolves to what is typed', async () => {
    const { code, screen } = await talk(
      async (command) => command.line(`Hello ${await command.ask('Your name')}.`),
      [['Your name', `Ada${enter}`]],
    );
    expect(screen).toContain('Hello Ada.');
    expect(code).toBe(0);
  });

  test('ask() takes the default for an empty answer', async () => {
    const { screen } = await talk(
      async (command) => command.line(`Hello ${await command.ask('Your name', { default: 'Grace' })}.`),
      [['Your name', enter]],
    );
    expect(screen).toContain('Hello Grace.');
  });

  test('ask() asks again until nothing is wrong with the answer', async () => {
    const check = (answer: string): string | null => (answer === 'Ada' ? null : 'Nobody is called so.');
    const { screen } = await talk(
      async (command) => command.line(`Hello ${await command.ask('Your name', { check })}.`),
      [
        ['Your name', `Ad${enter}`],
        ['Nobody is called so.', `a${enter}`],
      ],
    );
    expect(screen).toContain('Hello Ada.');
  });

  test('secret() does not show what is typed', async () => {
    const { screen } = await talk(
      async (command) => command.line(`${(await command.secret('Password')).length} characters`),
      [['Password', `hunter2${enter}`]],
    );
    expect(screen).toContain('7 characters');
    expect(screen).not.toContain('hunter2');
  });

  test('confirm() is no where nothing else is usual', async () => {
    const asked = async (keys: string, usual?: boolean) => {
      const options = usual === undefined ? {} : { default: usual };
      const { screen } = await talk(
        async (command) => command.line(`said ${await command.confirm('Sure?', options)}`),
        [['Sure?', keys]],
      );
      return /said (\w+)/.exec(screen)?.[1];
    };
    expect(await asked(enter)).toBe('false');
    expect(await asked(enter, true)).toBe('true');
    expect(await asked('y')).toBe('true');
  });

  test('choose() resolves to the key of what was chosen', async () => {
    const { screen } = await talk(
      async (command) => command.line(`chose ${await command.choose('Driver', { koa: 'Koa', fastify: 'Fastify' })}`),
      [['Fastify', down + enter]],
    );
    expect(screen).toContain('chose fastify');
  });

  test('chooseSeveral() resolves to all that were chosen', async () => {
    const { screen } = await talk(
      async (command) => {
        const parts = await command.chooseSeveral('Parts', ['auth', 'database', 'mail'], { default: ['mail'] });
        command.line(`chose ${parts.join('+')}`);
      },
      [['mail', ` ${enter}`]],
    );
    expect(screen).toContain('chose auth+mail');
  });

  test.each(questions)('%s() that is left with Ctrl-D ends the command with 130, as with Ctrl-C', async (_, ask) => {
    for (const key of [cancel, endOfInput]) {
      const done: string[] = [];
      const { code, screen } = await talk(
        async (command) => {
          try {
            await ask(command);
            done.push('answered');
          } finally {
            done.push('put in order');
          }
        },
        [['What?', key]],
      );
      expect({ code, done }).toEqual({ code: 130, done: ['put in order'] });
      expect(screen).not.toContain('Error');
    }
  });

  test.each(questions)('%s() whose input ends, or has ended before, ends the command with 130', async (_, ask) => {
    const { code, screen } = await talk(
      async (command) => {
        await ask(command).catch(() => command.line('gone'));
        await ask(command);
      },
      [['What?', hangUp]],
    );
    expect(code).toBe(130);
    expect(screen).toContain('gone');
  });

  test('Ctrl-D behind something typed ends nothing, and one question after another has its answer', async () => {
    const { code, screen } = await talk(
      async (command) => {
        const name = await command.ask('Your name');
        command.line(`Hello ${name}, ${await command.confirm('Sure?')}.`);
      },
      [
        ['Your name', `Ada${endOfInput}${enter}`],
        ['Sure?', 'y'],
      ],
    );
    expect(screen).toContain('Hello Ada, true.');
    expect(code).toBe(0);
  });

  test('Ctrl-C ends the command with 130, and what comes behind the question is not done', async () => {
    const { code, screen } = await talk(
      async (command) => command.line(`Hello ${await command.ask('Your name')}.`),
      [['Your name', cancel]],
    );
    expect(code).toBe(130);
    expect(screen).not.toContain('Hello');
    expect(screen).not.toContain('Error');
  });
});

describe('CN-04 without a terminal', () => {
  const surroundings = [
    ['no keyboard', { keyboard: false }],
    ['no screen', { screen: false }],
    ['CI=1', { env: { CI: '1' } }],
    ['CI=true', { env: { CI: 'true' } }],
    ['TERM=dumb', { env: { TERM: 'dumb' } }],
  ] as const;

  test.each(surroundings)(
    '(%s) every question without a default fails at once, saying what to do',
    async (_, where) => {
      for (const [, ask] of questions) {
        const { code, screen } = await talk(async (command) => void (await ask(command)), [], where);
        expect(code).toBe(1);
        expect(screen).toMatch(/^E_PROMPT_NO_TERMINAL: The command cannot ask "What\?"[^]*\n {2}fix: [^]*--help/);
      }
    },
  );

  test.each(surroundings)('(%s) the default is the answer', async (_, where) => {
    const { code, screen } = await talk(
      async (command) => {
        const answers = [
          await command.ask('What?', { default: 'a' }),
          await command.confirm('Sure?', { default: true }),
          await command.choose('Which?', ['a', 'b'], { default: 'b' }),
          await command.chooseSeveral('Which?', ['a', 'b'], { default: ['a'] }),
        ];
        command.line(JSON.stringify(answers));
      },
      [],
      where,
    );
    expect({ code, screen }).toEqual({ code: 0, screen: '["a",true,"b",["a"]]\n' });
  });

  test('CI=false is no CI', async () => {
    const { screen } = await talk(
      async (command) => command.line(`Hello ${await command.ask('Your name')}.`),
      [['Your name', `Ada${enter}`]],
      { env: { CI: 'false' } },
    );
    expect(screen).toContain('Hello Ada.');
  });
});
