import { Writable } from 'node:stream';
import { afterEach, describe, expect, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { displayWidth } from '@taproot/console/command';
import { type Application, type Context, createFacades, type Handler, setup } from '@taproot/core';
import type { AnyPlugin, RouteInfo } from '@taproot/core/plugin';
import { database } from '@taproot/database';
import { type RootRouter, routing as routingPlugin } from '@taproot/routing';
import { commands } from '../../plugins/routing/src/commands/index.ts';
import { growth } from '../support/steps.ts';

const route = (method: string, path: string, parts: Partial<RouteInfo> = {}): RouteInfo => ({
  method,
  methods: method.split('|'),
  path,
  name: '',
  kind: 'route',
  parameters: [],
  bindings: [],
  handler: 'closure',
  controller: null,
  middleware: ['cors', 'throttle:global'],
  middlewareLabels: parts.middleware ?? ['cors', 'throttle:global'],
  middlewareDescriptions: [],
  excludedMiddleware: [],
  meta: {},
  place: '',
  source: null,
  ...parts,
});

const garden: readonly RouteInfo[] = [
  route('GET|HEAD', '/', { name: 'home' }),
  route('ANY', '/admin/users'),
  route('GET|HEAD', '/users', { name: 'users.index', handler: 'UserController.index' }),
  route('POST', '/users', { name: 'users.store', handler: 'UserController.store' }),
  route('PUT|PATCH', '/users/{id:[0-9]{3}}', {
    name: 'users.update',
    handler: 'UserController.update',
    middleware: ['cors', 'throttle:global', 'auth:jwt', 'verified', 'audit:users'],
  }),
];

const opened: Application[] = [];
// Stands for the routing plugin: all that the command reads of it is getRoutes().
const routing = (routes: readonly RouteInfo[]): AnyPlugin => ({
  name: 'routing',
  commands: async () => ({ commands }),
  facades: { Route: () => ({ getRoutes: () => routes }) } as AnyPlugin['facades'] & object,
});
const list = async (line = '', routes: readonly RouteInfo[] = garden) => {
  const app = await setup(null, { env: { NO_COLOR: '1' } })
    .withPlugins([consoleKernel(), routing(routes)])
    .create();
  opened.push(app);
  return app.facades.Console().call(`route:list ${line}`);
};

const listOn = async (columns: number, routes = garden, env: Record<string, string> = { NO_COLOR: '1' }) => {
  const app = await setup(null, { env })
    .withPlugins([consoleKernel(), routing(routes)])
    .create();
  opened.push(app);
  let output = '';
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    output += chunk.toString();
    done();
  };
  const stdout = Object.assign(new Writable({ write }), { columns, isTTY: true });
  await app.facades.Console().run(['route:list'], { stdout, stderr: stdout });
  return output;
};

const pathsOf = async (line: string) => {
  const { output } = await list(`${line} --json`);
  return (JSON.parse(output) as RouteInfo[]).map(({ method, path }) => `${method} ${path}`);
};

afterEach(async () => {
  await Promise.all(opened.splice(0).map((app) => app.close()));
});

describe('route:list', () => {
  test('shows method, path, name, handler and middleware in columns where they fit', async () => {
    const wide = (await listOn(160)).split('\n');
    expect(wide[0]).toMatch(/^METHOD +PATH +NAME +HANDLER +MIDDLEWARE$/);
    expect(wide[4]).toMatch(/^POST +\/users +users\.store +UserController\.store +cors, throttle:global$/);
    expect(wide.slice(6)).toEqual(['', 'Showing [5] routes', '']);
  });

  test('has one line for each route where there is no terminal', async () => {
    const { code, output } = await list();
    expect(code).toBe(0);
    expect(output.split('\n')).toHaveLength(garden.length + 4);
    expect(output).toContain('PUT|PATCH  /users/{id:[0-9]{3}}  users.update');
  });

  test('is in blocks where the columns do not fit: method and path, name and handler, middleware', async () => {
    expect(await listOn(80)).toBe(`\
GET|HEAD   /
           home · closure
           cors, throttle:global
ANY        /admin/users
           closure
           cors, throttle:global
GET|HEAD   /users
           users.index · UserController.index
           cors, throttle:global
POST       /users
           users.store · UserController.store
           cors, throttle:global
PUT|PATCH  /users/{id:[0-9]{3}}
           users.update · UserController.update
           cors, throttle:global, auth:jwt, verified, audit:users

Showing [5] routes
`);
  });

  test('keeps within a narrow terminal: the handler goes below a long path, middleware are wrapped', async () => {
    const narrow = (await listOn(50)).split('\n');
    expect(narrow.filter((line) => displayWidth(line) > 50)).toEqual([]);
    expect(narrow.slice(-7)).toEqual([
      'PUT|PATCH  /users/{id:[0-9]{3}}',
      '           users.update · UserController.update',
      '           cors, throttle:global, auth:jwt,',
      '           verified, audit:users',
      '',
      'Showing [5] routes',
      '',
    ]);
  });

  test('colours methods by what they do, and parameters whole', async () => {
    const output = await listOn(160, garden, { NO_COLOR: '', FORCE_COLOR: '', TERM: 'xterm' });
    expect(output).toContain('\u001b[34mGET\u001b[39m\u001b[90m|\u001b[39m\u001b[90mHEAD\u001b[39m');
    expect(output).toContain('/users/\u001b[33m{id:[0-9]{3}}\u001b[39m');
    expect(output).toContain('\u001b[31mANY\u001b[39m');
  });

  test('--json prints what getRoutes() tells', async () => {
    const { output } = await list('--json');
    expect(JSON.parse(output)).toEqual(garden);
  });

  test.each([
    ['--method post', ['POST /users']],
    ['--name STORE', ['POST /users']],
    ['--path /ADMIN', ['ANY /admin/users']],
    ['--path users --except-path admin --except-path {id', ['GET|HEAD /users', 'POST /users']],
    ['--method get --path users', ['GET|HEAD /users']],
  ])('%s selects', async (line, expected) => {
    expect(await pathsOf(line)).toEqual(expected);
  });

  test('--sort orders by name or method; routes that are equal keep the order of their paths', async () => {
    expect(await pathsOf('--sort method')).toEqual([
      'ANY /admin/users',
      'GET|HEAD /',
      'GET|HEAD /users',
      'POST /users',
      'PUT|PATCH /users/{id:[0-9]{3}}',
    ]);
    const { code, output } = await list('--sort colour');
    expect(code).toBe(64);
    expect(output).toContain('expected "path" or "name" or "method" (got "colour")');
  });

  test('--reverse turns the order round', async () => {
    expect(await pathsOf('--reverse')).toEqual((await pathsOf('')).toReversed());
    expect((await pathsOf('--sort name --reverse')).at(0)).toBe('PUT|PATCH /users/{id:[0-9]{3}}');
  });

  test('says so when there are no routes, or none that fit', async () => {
    const none = "Your application doesn't have any routes";
    expect(await list('', [])).toEqual({ code: 0, output: `${none}.\n` });
    expect(await list('--path nowhere')).toEqual({ code: 0, output: `${none} matching the given criteria.\n` });
    expect(await list('--json', [])).toEqual({ code: 0, output: '[]\n' });
  });

  test('CN-08 escape sequences and line breaks in names do not reach the terminal', async () => {
    const evil = '\u001b[2Jname\n\u009b31mPOST /forged';
    const routes = [route('GET', `/${evil}`, { name: evil, handler: evil, middleware: [evil] })];
    for (const output of [await listOn(80, routes), await listOn(200, routes), (await list('--json', routes)).output]) {
      for (const control of ['\u001b', '\u009b']) expect(output).not.toContain(control);
      expect(output.split('\n').filter((line) => line.startsWith('POST'))).toEqual([]);
    }
  });

  test('CN-08 many routes are listed in time that grows with their number', async () => {
    const listing = async (length: number): Promise<void> => {
      const routes = Array.from({ length }, (_, index) => route('GET|HEAD', `/things/${index}/{id}`));
      expect((await list('', routes)).output).toContain(`Showing [${length}] routes`);
    };
    expect(await growth(200, listing)).toBeLessThan(5);
  });
});

describe('what the rows say', () => {
  const posts = { index: (ctx: Context) => ctx.response().noContent() };

  class PostController {
    show(ctx: Context) {
      return ctx.response().noContent();
    }
  }

  const boot = async (register: (route: RootRouter) => void, handle = createFacades()): Promise<Application> => {
    const app = await setup(handle, { env: { APP_ENV: 'testing', APP_KEY: 'k'.repeat(32), NO_COLOR: '1' } })
      .withPlugins([consoleKernel(), routingPlugin(), database(), auth()])
      .withRouting(register)
      .create();
    opened.push(app);
    return app;
  };

  /** The handlers of some routes as they are listed. */
  const handlers = async (...given: Handler[]): Promise<string[]> => {
    const app = await boot((route) => given.forEach((handler, index) => route.get(`/${index}`, handler)));
    const { output } = await app.facades.Console().call('route:list');
    return output
      .split('\n')
      .slice(1, given.length + 1)
      .map((line) => line.split(/ {2,}/)[2] ?? '');
  };

  test('route:list shows what a handler calls instead of "closure"', async () => {
    expect(
      await handlers(
        (ctx) => posts.index(ctx),
        async (ctx) => posts.index(ctx),
        async (context) => {
          return posts.index(context);
        },
        (ctx) => new PostController().show(ctx),
      ),
    ).toEqual(['posts.index', 'posts.index', 'posts.index', 'PostController.show']);
  });

  test('route:list shows file and line of a handler that does more, and of one that calls its context', async () => {
    const shown = await handlers(
      (ctx) => ctx.response().noContent(),
      (ctx) => posts.index({ ...ctx }),
      () => {
        throw new Error('not called');
      },
    );
    for (const handler of shown) expect(handler).toMatch(/^tests\/routing\/route-list\.test\.ts:\d+$/);
  });

  test('route:list keeps the names of functions and of actions', async () => {
    function home(ctx: Context) {
      return ctx.response().noContent();
    }
    expect(await handlers(home, home.bind(null))).toEqual(['home', 'home']);
  });

  test('route:list shows that auth is optional, and the signature stays', async () => {
    const handle = createFacades();
    const app = await boot((route) => {
      route.middleware(handle.middleware.auth()).get('/mine', (ctx) => posts.index(ctx));
      route.middleware(handle.middleware.auth({ optional: true })).get('/posts', (ctx) => posts.index(ctx));
      route
        .middleware(handle.middleware.auth())
        .get('/both', (ctx) => posts.index(ctx))
        .middleware(handle.middleware.auth({ guard: 'jwt', optional: true }));
    }, handle);
    const { output } = await app.facades.Console().call('route:list');
    expect(output).toMatch(/\/mine +posts\.index +auth\n/);
    expect(output).toMatch(/\/posts +posts\.index +auth \(optional\)\n/);
    expect(output).toMatch(/\/both +posts\.index +auth, auth:jwt \(optional\)\n/);
    const { output: json } = await app.facades.Console().call('route:list --json --path posts');
    expect(JSON.parse(json)).toMatchObject([{ middleware: ['auth'], middlewareLabels: ['auth (optional)'] }]);
  });
});

describe('filters by middleware', () => {
  test.each([
    ['--middleware verified', ['PUT|PATCH /users/{id:[0-9]{3}}']],
    ['--middleware AUTH --middleware audit', ['PUT|PATCH /users/{id:[0-9]{3}}']],
    ['--middleware auth --middleware nope', []],
    ['--except-middleware auth --path users', ['ANY /admin/users', 'GET|HEAD /users', 'POST /users']],
    ['--except-middleware cors', []],
  ])('route:list %s', async (line, expected) => {
    expect(await pathsOf(line)).toEqual(expected);
  });
});
