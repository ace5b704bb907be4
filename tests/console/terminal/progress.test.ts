import { afterEach, describe, expect, test } from '@jest/globals';
import { type Command, displayWidth } from '@taproot/console/command';
import { closeAll, talk } from './support.ts';

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
