import { describe, expect, test } from '@jest/globals';
import { type Application, defineMiddleware, type Middleware, NotFoundError, orNotFound, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin, type PlacedMiddleware } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { type GlobalMiddleware, type RootRouter, routing } from '@taproot/routing';
import { http, testApplication } from '@taproot/testing';
import type { HttpContext } from '../../../plugins/routing/src/exchange/http-context.ts';
import { type Waiting, WaitingList } from '../../../plugins/routing/src/http/deadlines.ts';
import { withCode } from '../../core/support.ts';
import { drivers } from '../../support/drivers.ts';

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

const audit = defineMiddleware('audit', async (ctx, next) => {
  const response = await next();
  return response.appendHeader('X-Audit', ctx.request().method());
});
const shut = defineMiddleware('shut', (ctx) => ctx.response().string(503, 'shut'));

const applicationOf = (register: (route: RootRouter) => unknown, driver = 'koa') =>
  testApplication({
    env: { HTTP_DRIVER: driver },
    plugins: [routing(), fastify()],
    register: ({ facades }) => register(facades.Route()),
  });

describe('defineMiddleware()', () => {
  test.each(drivers)('makes a middleware around handlers (%s)', async (driver) => {
    await using app = await applicationOf((route) => {
      route.middleware(audit).get('/a', () => ({ a: 1 }));
      route.get('/b', () => ({ b: 1 })).middleware(audit, shut);
      route.get('/c', () => ({ c: 1 }));
    }, driver);
    await http(app).get('/a').assertOk().assertHeader('X-Audit', 'GET').assertJson({ a: 1 });
    expect(await http(app).get('/b')).toMatchObject({ status: 503, text: 'shut' });
    await http(app).get('/c').assertOk().assertHeaderMissing('X-Audit');
  });

  test('has the name as its signature, by which listings show and routes exclude it', async () => {
    expect(audit.signature()).toBe('audit');
    await using app = await applicationOf((route) =>
      route.middleware(audit).group((inside) => {
        inside.get('/a', () => ({ a: 1 }));
        inside.get('/b', () => ({ b: 1 })).withoutMiddleware(audit);
      }),
    );
    const listed = app.facades.Route().getRoutes();
    expect(listed.map(({ middleware }) => middleware)).toEqual([['audit'], []]);
    await http(app).get('/b').assertOk().assertHeaderMissing('X-Audit');
  });

  test('is refused twice under one name', async () => {
    const twin = defineMiddleware('audit', (_ctx, next) => next());
    await expect(
      applicationOf((route) =>
        route
          .middleware(audit)
          .get('/', () => ({}))
          .middleware(twin),
      ),
    ).rejects.toMatchObject({ code: 'E_MIDDLEWARE_SIGNATURE' });
  });

  test('is what E_MIDDLEWARE_INVALID says to write for a plain function', async () => {
    const step = ((_ctx: unknown, next: () => unknown) => next()) as unknown as Middleware;
    await expect(applicationOf((route) => route.middleware(step).get('/', () => ({})))).rejects.toMatchObject({
      code: 'E_MIDDLEWARE_INVALID',
      fix: expect.stringContaining('defineMiddleware('),
    });
  });
});

const rows: Readonly<Record<string, object | null>> = { '1': { id: 1 }, '2': null };

describe('orNotFound()', () => {
  test.each([{ id: 1 }, [], '', 0, false, Number.NaN])('returns %j as it is', (value) => {
    expect(orNotFound(value)).toBe(value);
  });

  test.each([null, undefined])('throws a 404 for %s, with the given message', (value) => {
    expect(() => orNotFound(value)).toThrow(NotFoundError);
    expect(() => orNotFound(value)).toThrow('Not Found');
    expect(() => orNotFound(value, 'There is no such post.')).toThrow(
      expect.objectContaining({ status: 404, code: 'E_HTTP_404', message: 'There is no such post.' }),
    );
  });

  test.each(drivers)('answers 404 from a handler, and reports nothing (%s)', async (driver) => {
    await using app = await testApplication({
      env: { HTTP_DRIVER: driver },
      plugins: [routing(), fastify()],
      register: ({ facades }) =>
        facades
          .Route()
          .get('/posts/{id}', async (ctx) => orNotFound(rows[ctx.request().route('id')], 'There is no such post.')),
    });
    await http(app).get('/posts/1').assertOk().assertJson({ id: 1 });
    for (const id of [2, 3])
      await http(app).get(`/posts/${id}`).assertNotFound().assertJson({ message: 'There is no such post.' });
    expect(app.reports).toEqual([]);
  });
});

const answer = (): void => undefined;

const listOf = (count: number): { list: WaitingList; added: Waiting[] } => {
  const list = new WaitingList();
  // Contexts are only handed through.
  const added = Array.from({ length: count }, (_, id) => list.add({ id } as unknown as HttpContext, answer));
  return { list, added };
};

const idsOf = ({ first }: WaitingList): unknown[] => {
  const ids: unknown[] = [];
  for (let waiting = first; waiting !== null; waiting = waiting.after) ids.push(Reflect.get(waiting.ctx, 'id'));
  return ids;
};

test.each([
  [[], [0, 1, 2, 3]],
  [[0], [1, 2, 3]],
  [[1], [0, 2, 3]],
  [[3], [0, 1, 2]],
  [
    [3, 0],
    [1, 2],
  ],
  [
    [2, 1],
    [0, 3],
  ],
  [[0, 1, 2, 3], []],
])('without %j the others stay in the order they came', (gone, left) => {
  const { list, added } = listOf(4);
  for (const at of gone) expect(list.remove(added[at] as Waiting)).toBe(true);
  expect(idsOf(list)).toEqual(left);
  list.add({ id: 'late' } as unknown as HttpContext, answer);
  expect(idsOf(list)).toEqual([...left, 'late']);
});

test('remove() removes an entry once, and unlinks it', () => {
  const { list, added } = listOf(3);
  const second = added[1] as Waiting;
  expect([list.remove(second), list.remove(second)]).toEqual([true, false]);
  expect([second.before, second.after]).toEqual([null, null]);
  expect(idsOf(list)).toEqual([0, 2]);
});
