import { test } from '@jest/globals';
import { Command, number, Option, oneOf, wholeNumber } from '@taproot/console/command';
import { type Equal, expectType, onlyCompiled } from './support.ts';

class Typed extends Command {
  count = Option.String('--count', '3', { validator: wholeNumber({ min: 1 }) });
  rate = Option.String('--rate', { validator: number() });
  format = Option.String('--format', 'text', { validator: oneOf('text', 'json') });
  size = Option.String({ required: false, validator: oneOf('s', 'm') });
  id = Option.String({ validator: wholeNumber() });

  override execute(): Promise<void> {
    return Promise.resolve();
  }
}

test('options and arguments have the types that their validators give', () => {
  onlyCompiled(({ count, rate, format, size, id }: Typed) => {
    expectType<Equal<typeof count, number>>();
    expectType<Equal<typeof rate, number | undefined>>();
    expectType<Equal<typeof format, 'text' | 'json'>>();
    expectType<Equal<typeof size, 's' | 'm' | undefined>>();
    expectType<Equal<typeof id, number>>();
  });
});

test('answers have the types of the choices', () => {
  onlyCompiled(async (command: Command) => {
    const one = await command.choose('?', ['koa', 'fastify'], { default: 'koa' });
    expectType<Equal<typeof one, 'koa' | 'fastify'>>();
    const labelled = await command.choose('?', { koa: 'Koa', fastify: 'Fastify' });
    expectType<Equal<typeof labelled, 'koa' | 'fastify'>>();
    const several = await command.chooseSeveral('?', ['auth', 'database'], { default: ['auth'] });
    expectType<Equal<typeof several, ('auth' | 'database')[]>>();
    const spun = await command.spin('?', async () => 42);
    expectType<Equal<typeof spun, number>>();
    // @ts-expect-error -- a default is one of the choices
    await command.choose('?', ['koa', 'fastify'], { default: 'express' });
  });
});
