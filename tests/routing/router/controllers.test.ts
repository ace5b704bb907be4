import { describe, expect, test } from '@jest/globals';
import { type Context, FrameworkError, type ResourceController } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { type RootRouter, routing } from '@taproot/routing';
import { http, testApplication } from '@taproot/testing';
import { drivers } from '../../support/drivers.ts';

type Register = (route: RootRouter) => unknown;

const applicationOf = (register: Register, driver = 'koa') =>
  testApplication({
    env: { APP_ENV: 'development', HTTP_DRIVER: driver },
    plugins: [routing(), fastify(), definePlugin({ name: 'test', after: ['routing'] })],
    register: (app) => register(app.facades.Route()),
  });

/** The error that a registration throws. */
const faultOf = async (register: (route: Any) => unknown): Promise<FrameworkError> => {
  const fault: unknown = await applicationOf(register as Register).then(
    () => null,
    (error: unknown) => error,
  );
  if (fault instanceof FrameworkError) return fault;
  throw new Error('The registration was accepted.', { cause: fault });
};

// The router as JavaScript sees it: any argument may be given.
type Any = Record<'get' | 'post' | 'fallback' | 'resource', (...args: unknown[]) => unknown>;

const place = 'tests/routing/router/controllers\\.test\\.ts:\\d+';

let made = 0;

class Base {
  readonly name: string = 'base';
  inherited() {
    return { name: this.name };
  }
}

class PostController extends Base implements ResourceController {
  override readonly name = 'posts';
  readonly title = 'a title';
  readonly #id = ++made;
  arrow = () => ({ id: this.#id });
  index() {
    return { id: this.#id };
  }
  async show(ctx: Context<'id'>) {
    return { id: this.#id, shown: ctx.request().route('id') };
  }
  store(ctx: Context) {
    return ctx.response().json(201, { id: this.#id });
  }
  pair(_ctx: Context, _next: unknown) {
    return {};
  }
  get computed() {
    return () => ({ computed: this.name });
  }
}

describe.each(drivers)('a method by reference (%s)', (driver) => {
  test('answers with its object, one for all routes of its class and application', async () => {
    const before = made;
    const register: Register = (route) => {
      route.get('/index', [PostController, 'index']);
      route.get('/arrow', [PostController, 'arrow']);
      route.get('/inherited', [PostController, 'inherited']);
      route.get('/computed', [PostController, 'computed']);
      route.prefix('/v1').group((inside) => inside.get('/posts/{id}', [PostController, 'show']));
      route.any('/any', [PostController, 'store']);
      route.match(['PUT'], '/match', [PostController, 'store']);
      route.resource('/resource', PostController);
      route.fallback([PostController, 'index']);
    };
    await using app = await applicationOf(register, driver);
    expect(made).toBe(before + 1);
    await using other = await applicationOf(register, driver);
    expect(made).toBe(before + 2);
    const text = async (path: string) => (await http(app).get(path)).text;
    expect(await text('/index')).toBe(`{"id":${before + 1}}`);
    expect(await text('/arrow')).toBe(`{"id":${before + 1}}`);
    expect(await text('/inherited')).toBe('{"name":"posts"}');
    expect(await text('/computed')).toBe('{"computed":"posts"}');
    expect(await text('/v1/posts/7')).toBe(`{"id":${before + 1},"shown":"7"}`);
    expect(await text('/resource')).toBe(`{"id":${before + 1}}`);
    expect(await text('/resource/8')).toBe(`{"id":${before + 1},"shown":"8"}`);
    expect(await text('/nowhere')).toBe(`{"id":${before + 1}}`);
    expect((await http(app).delete('/any')).status).toBe(201);
    expect((await http(app).put('/match', {})).text).toBe(`{"id":${before + 1}}`);
    expect((await http(other).get('/index')).text).toBe(`{"id":${before + 2}}`);
    expect([app.reports, other.reports]).toEqual([[], []]);
  });
});

test('is listed by class and method', async () => {
  await using app = await applicationOf((route) => {
    route.get('/a', [PostController, 'index']).name('a');
    route.get('/b', [PostController, 'inherited']);
    route.get('/c', [
      class {
        index() {
          return {};
        }
      },
      'index',
    ]);
    route.resource('/posts', PostController, { only: ['index'] });
  });
  const infos = app.facades.Route().getRoutes();
  expect(infos.map(({ path, handler, controller }) => [path, handler, controller])).toEqual([
    ['/a', 'PostController.index', { name: 'PostController', method: 'index' }],
    ['/b', 'PostController.inherited', { name: 'PostController', method: 'inherited' }],
    ['/c', 'controller.index', { name: 'controller', method: 'index' }],
    ['/posts', 'PostController.index', { name: 'PostController', method: 'index' }],
  ]);
});

test('an error of the result names the route, as of any handler', async () => {
  class Wrong {
    count() {
      return 5;
    }
  }
  await using app = await applicationOf((route) => (route as unknown as Any).get('/a', [Wrong, 'count']));
  expect((await http(app).get('/a')).status).toBe(500);
  expect(app.reports).toEqual([
    expect.objectContaining({
      message: expect.stringMatching(
        `^The handler of GET\\|HEAD /a at ${place} returned a number in place of a response\\.$`,
      ),
    }),
  ]);
});

/** A class as compilers write it for older JavaScript. */
function Compiled(this: { id: number }) {
  this.id = 7;
}
Compiled.prototype['index'] = function index(this: { id: number }) {
  return { id: this.id };
};

test('a class compiled to a function is one', async () => {
  await using app = await applicationOf((route) => {
    (route as unknown as Any).get('/a', [Compiled, 'index']);
  });
  expect((await http(app).get('/a')).text).toBe('{"id":7}');
  expect(app.facades.Route().getRoutes()[0]?.handler).toBe('Compiled.index');
});

class Failing {
  constructor() {
    throw new TypeError('no store');
  }
  index() {
    return {};
  }
}

class Throwing {
  constructor() {
    // oxlint-disable-next-line typescript/only-throw-error -- some do
    throw 'a string';
  }
  index() {
    return {};
  }
}

describe('an action that the controller does not have stops the boot', () => {
  test.each<[string, unknown, string, string, string]>([
    [
      'a mistyped name',
      [PostController, 'shwo'],
      'E_CONTROLLER_ACTION',
      'refers to PostController.shwo, which does not exist. Did you mean "show"?',
      'Correct the name',
    ],
    [
      'a mistyped name of the parent class',
      [PostController, 'inherted'],
      'E_CONTROLLER_ACTION',
      'which does not exist. Did you mean "inherited"?',
      'Correct the name',
    ],
    ['no name', [PostController], 'E_CONTROLLER_ACTION', 'PostController.undefined, which does not exist.', 'Correct'],
    ['a field', [PostController, 'title'], 'E_CONTROLLER_ACTION', 'is a string in place of a method.', 'Correct'],
    ['the constructor', [PostController, 'constructor'], 'E_CONTROLLER_ACTION', 'does not exist.', 'Correct'],
    ['a method that every object has', [PostController, 'toString'], 'E_CONTROLLER_ACTION', 'not exist.', 'Correct'],
    ['__proto__', [PostController, '__proto__'], 'E_CONTROLLER_ACTION', 'does not exist.', 'Correct'],
    ['a method of two parameters', [PostController, 'pair'], 'E_HANDLER_PARAMETERS', 'takes 2 parameters', '(ctx)'],
    [
      'an object',
      [new PostController(), 'index'],
      'E_CONTROLLER_CLASS',
      'that is an object.',
      '(ctx) => posts.show(ctx)',
    ],
    ['a missing import', [undefined, 'index'], 'E_CONTROLLER_CLASS', 'that is missing.', 'Import the class'],
    [
      'a name in place of a class',
      ['PostController', 'index'],
      'E_CONTROLLER_CLASS',
      'is a string.',
      'the class itself',
    ],
    ['a function', [(ctx: unknown) => ctx, 'index'], 'E_CONTROLLER_CLASS', 'is a function.', 'the class itself'],
    ['an empty list', [], 'E_CONTROLLER_CLASS', 'that is missing.', 'the class itself'],
    ['a list of handlers', [() => ({}), () => ({})], 'E_CONTROLLER_CLASS', 'is a function.', 'the class itself'],
    ['the class alone', PostController, 'E_ROUTE_HANDLER', 'is the class PostController.', "[PostController, 'show']"],
    ['a constructor that fails', [Failing, 'index'], 'E_CONTROLLER_NEW', 'new Failing() failed', 'without arguments'],
    ['a constructor that throws a string', [Throwing, 'index'], 'E_CONTROLLER_NEW', ': a string', 'without arguments'],
  ])('%s', async (_what, given, code, message, fix) => {
    const fault = await faultOf((route) => route.get('/a', given));
    expect(fault).toMatchObject({
      code,
      message: expect.stringContaining(message),
      fix: expect.stringContaining(fix),
    });
    expect(fault.message).toMatch(new RegExp(`GET\\|HEAD /a at ${place}`));
  });

  test('a constructor that fails is the cause', async () => {
    const fault = await faultOf((route) => route.post('/a', [Failing, 'index']));
    expect(fault.message).toMatch(new RegExp(`new Failing\\(\\) failed for the route POST /a at ${place}: no store$`));
    expect(fault.cause).toBeInstanceOf(TypeError);
  });

  test('also for a fallback and a resource', async () => {
    expect((await faultOf((route) => route.fallback([PostController, 'shwo']))).message).toContain(
      'Did you mean "show"',
    );
    expect((await faultOf((route) => route.resource('/posts', Failing))).code).toBe('E_CONTROLLER_NEW');
    expect(
      (
        await faultOf((route) =>
          route.resource(
            '/posts',
            class Empty {
              list() {
                return [];
              }
            },
          ),
        )
      ).message,
    ).toContain('the class Empty');
  });
});

test('a class is made anew by each application, also after a failed one', async () => {
  let attempts = 0;
  class Flaky {
    constructor() {
      if (attempts++ === 0) throw new Error('not yet');
    }
    index() {
      return { attempts };
    }
  }
  const register: Register = (route) => route.get('/a', [Flaky, 'index']);
  await expect(applicationOf(register)).rejects.toMatchObject({ code: 'E_CONTROLLER_NEW' });
  await using app = await applicationOf(register);
  expect((await http(app).get('/a')).text).toBe('{"attempts":2}');
});
