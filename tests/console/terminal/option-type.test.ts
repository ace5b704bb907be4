import { afterEach, describe, expect, test } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { Command, number, Option, oneOf, wholeNumber } from '@taproot/console/command';
import { type Application, setup } from '@taproot/core';
import { type Equal, expectType } from '../../types/support.ts';

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
