import { afterEach, describe, expect, test } from '@jest/globals';
import type { Command } from '@taproot/console/command';
import { closeAll, hangUp, talk } from './support.ts';

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
