import { describe, expect, test } from '@jest/globals';
import { type Application, type Middleware, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin, type PlacedMiddleware } from '@taproot/core/plugin';
import { type GlobalMiddleware, routing } from '@taproot/routing';
import { withCode } from '../../core/support.ts';

const step = (name: string): Middleware => ({ signature: () => name, handle: (_ctx, next) => next() });

/** A plugin with one global middleware of its own name. */
const placing = (name: string, place: Omit<PlacedMiddleware, 'middleware'> = {}): AnyPlugin =>
  definePlugin({ name, globalMiddleware: () => [{ ...place, middleware: step(name) }] });

const boot = (plugins: readonly AnyPlugin[], change: (m: GlobalMiddleware) => unknown = () => undefined) =>
  setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), ...plugins])
    .withMiddleware((middleware) => void change(middleware))
    .create();

const namesOf = (app: Application): string[] => app.facades.Http().globalMiddleware.steps.map((one) => one.signature());

const orderOf = async (...plugins: readonly AnyPlugin[]): Promise<string> => {
  const app = await boot(plugins);
  await app.close();
  return namesOf(app).join(' ');
};

describe('the global middleware of plugins', () => {
  test('runs by slot, those of one slot in the order of the plugins; "inner" when none is named', async () => {
    const plugins = [
      placing('session'),
      placing('limit', { slot: 'guard' }),
      placing('log', { slot: 'edge' }),
      placing('locale', { slot: 'inner' }),
      placing('headers', { slot: 'edge' }),
    ];
    expect(await orderOf(...plugins)).toBe('log headers limit session locale');
  });

  test('runs right around, or right inside of, the one it names, whatever the order of the plugins', async () => {
    const [cors, log, trace] = [
      placing('cors', { slot: 'edge' }),
      placing('log', { slot: 'inner', before: 'cors' }),
      placing('trace', { slot: 'edge', after: 'cors' }),
    ];
    const other = placing('other', { slot: 'edge' });
    expect(await orderOf(other, cors, log, trace)).toBe('other log cors trace');
    expect(await orderOf(trace, log, cors, other)).toBe('log cors trace other');
  });

  test('may name one that names another', async () => {
    const [a, b, c] = [placing('a', { before: 'b' }), placing('b', { before: 'c' }), placing('c')];
    for (const plugins of [
      [a, b, c],
      [a, c, b],
      [b, a, c],
      [b, c, a],
      [c, a, b],
      [c, b, a],
    ])
      expect(await orderOf(...plugins)).toBe('a b c');
  });

  test('stays in its slot where the one that it names is not there', async () => {
    expect(await orderOf(placing('a'), placing('log', { slot: 'edge', before: 'cors' }))).toBe('log a');
  });

  test('is an error where two want to be around each other', async () => {
    await expect(boot([placing('a', { before: 'b' }), placing('b', { before: 'a' })])).rejects.toEqual(
      withCode('E_MIDDLEWARE_ORDER'),
    );
    await expect(boot([placing('a', { after: 'b' }), placing('b', { after: 'a' })])).rejects.toEqual(
      withCode('E_MIDDLEWARE_ORDER'),
    );
  });

  test('is an error in a slot that does not exist, and where it is no middleware', async () => {
    const misspelt: AnyPlugin = placing('log', JSON.parse('{ "slot": "egde" }') as object);
    await expect(boot([misspelt])).rejects.toEqual(
      withCode('E_MIDDLEWARE_SLOT', {
        message:
          'Plugin "log" places the global middleware "log" in the slot "egde", which does not exist. Did you mean "edge"?',
      }),
    );
    const bare: AnyPlugin = { name: 'bare', globalMiddleware: () => [step('a')] as unknown as PlacedMiddleware[] };
    await expect(boot([bare])).rejects.toEqual(withCode('E_MIDDLEWARE_INVALID'));
  });

  test('that cannot be made names its plugin, also when another asks for it first', async () => {
    const faulty = definePlugin({
      name: 'faulty',
      globalMiddleware: () => {
        throw new Error('no disk');
      },
    });
    const asking = definePlugin({ name: 'asking', apply: (app) => void namesOf(app) });
    await expect(boot([asking, faulty])).rejects.toEqual(
      withCode('E_PLUGIN_FAILED', { message: expect.stringContaining('Plugin "faulty" failed in globalMiddleware') }),
    );
  });

  test('is what withMiddleware() changes: around it, inside it, without it', async () => {
    const cors = placing('cors', { slot: 'edge' });
    const changed = async (change: (m: GlobalMiddleware) => unknown) => namesOf(await boot([cors], change)).join(' ');
    expect(await changed((m) => m.append(step('mine')))).toBe('cors mine');
    expect(await changed((m) => m.prepend(step('mine')))).toBe('mine cors');
    expect(await changed((m) => m.use([step('mine')]))).toBe('mine');
    expect(await changed((m) => m.remove('cors'))).toBe('');
  });

  test('is made once for an application, and not shared with another', async () => {
    let made = 0;
    const counted = definePlugin({
      name: 'counted',
      globalMiddleware: () => {
        made++;
        return [{ middleware: step('counted') }];
      },
    });
    const [one, two] = [await boot([counted]), await boot([counted])];
    namesOf(one);
    namesOf(two);
    expect(made).toBe(2);
  });
});
