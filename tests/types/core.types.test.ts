import { describe, expect, test } from '@jest/globals';
import {
  type Application,
  type BadRequestError,
  type Config,
  type ConfigFiles,
  createFacades,
  type Duration,
  defineConfig,
  defineErrors,
  type Facades,
  type FrameworkError,
  HttpError,
  type Middleware,
  NotFoundError,
  setup,
  type UploadedFile,
} from '@taproot/core';
import { createEnv } from '@taproot/core/internal';
import { type AnyPlugin, definePlugin, durations, type Options, type Settings, seconds } from '@taproot/core/plugin';
import { SyncHook } from 'tapable';
import { type Equal, expectType, onlyCompiled } from './support.ts';

interface Ledger {
  total(): number;
}

/** Can be called itself, as postgres.js, knex and axios can. */
interface Query {
  (text: string): string;
  end(): void;
}

interface Post {
  readonly sent: SyncHook<[string]>;
}

class Model {
  readonly id = 0;
}

declare module '@taproot/core' {
  interface Facades {
    Ledger(): Ledger;
    LedgerOf(owner: string): Ledger;
    Query(): Query;
    Model(): typeof Model;
  }
  interface ConfigFiles {
    ledger: { currency: string; accounts: readonly string[]; limits: { daily: number }; audit: { every: Duration } };
  }
  interface MiddlewareFactories {
    ledger(book: string): Middleware;
  }
  interface RequestMethods {
    ledger(): Ledger;
  }
  interface PluginHooks {
    typedPost: Post;
  }
}

const noLedger: Ledger = { total: () => 0 };

const ledger = () =>
  definePlugin({
    name: 'ledger',
    steps: {
      withAccounts: (_app: Application, _accounts: string[]) => undefined,
      withOwner: { stage: -10, run: (_app: Application, _name: string, _age?: number) => undefined },
    },
  });
const audit = () => definePlugin({ name: 'audit', steps: { withAudit: (_app: Application) => undefined } });
const plain = () => definePlugin({ name: 'plain' });

describe('types of a plugin', () => {
  test('hooks are those that PluginHooks declares', () => {
    onlyCompiled((app: Application) => {
      definePlugin({ name: 'post', hooks: { typedPost: (): Post => ({ sent: new SyncHook(['to']) }) } });
      app.hookTables.of('typedPost').sent.tap('audit', (to) => to.length);
      // @ts-expect-error nothing declares this table
      app.hookTables.of('typedPots');
      // @ts-expect-error another table than the one that is declared
      definePlugin({ name: 'post', hooks: { typedPost: () => ({ lost: new SyncHook(['to']) }) } });
      // @ts-expect-error the table itself, which every application would share
      definePlugin({ name: 'post', hooks: { typedPost: { sent: new SyncHook(['to']) } } });
    });
  });

  test('global middleware names a slot that exists; health checks and messages have their shapes', () => {
    const step: Middleware = { signature: () => 'step', handle: (_ctx, next) => next() };
    onlyCompiled(() => {
      definePlugin({
        name: 'a',
        globalMiddleware: () => [{ middleware: step }, { slot: 'edge', before: 'cors', middleware: step }],
      });
      // @ts-expect-error no such slot
      definePlugin({ name: 'a', globalMiddleware: () => [{ slot: 'outer', middleware: step }] });
      // @ts-expect-error the middleware alone
      definePlugin({ name: 'a', globalMiddleware: () => [step] });
      definePlugin({ name: 'a', health: () => ({ a: () => undefined, b: async (signal) => signal.throwIfAborted() }) });
      definePlugin({
        name: 'a',
        health: () => ({ a: () => 'fine', b: () => Promise.resolve({ free: 3, full: false }) }),
      });
      // @ts-expect-error false is no way to say that it does not work
      definePlugin({ name: 'a', health: () => ({ a: () => false }) });
      definePlugin({ name: 'a', locales: () => ({ en: { cart: { empty: 'Nothing' } } }) });
      // @ts-expect-error a message is a string
      definePlugin({ name: 'a', locales: () => ({ en: { cart: { empty: 1 } } }) });
    });
  });

  test('a shutdown tap may take its deadline, or leave it', () => {
    onlyCompiled(({ hooks }: Application) => {
      hooks.shutdown.tap('a', () => undefined);
      hooks.shutdown.tapPromise('a', async (app) => void app.basePath);
      hooks.shutdown.tapPromise('a', async (_app, { deadline, signal }) => {
        expectType<Equal<[typeof deadline, typeof signal], [number, AbortSignal]>>();
        await Promise.resolve();
      });
    });
  });
});

describe('types of env()', () => {
  test('follow the default', () => {
    const env = createEnv({ NAME: 'x', PORT: '1', ON: 'yes' });
    const results = [env('NAME'), env('NAME', 'y'), env('PORT', 2), env('ON', false), env('NONE', null)] as const;
    expectType<Equal<typeof results, readonly [string, string, number, boolean, string | null]>>();
    expect(results).toEqual(['x', 'x', 1, true, null]);
  });
});

describe('types of defineErrors()', () => {
  const errors = defineErrors({
    E_PLAIN: { message: 'Nothing to fill.', fix: 'Nothing.' },
    E_FILLED: { message: 'At {place}.', fix: 'Look at {place}, line {line}.', status: 400 },
  });

  test('a factory takes exactly the placeholders of both texts', () => {
    expectType<
      Equal<Parameters<typeof errors.E_FILLED>[0], { readonly place: string | number; readonly line: string | number }>
    >();
    expectType<ReturnType<typeof errors.E_FILLED> extends FrameworkError ? true : false>();
    expectType<Equal<ReturnType<typeof errors.E_FILLED>['status'], 400>>();
    expectType<Equal<ReturnType<typeof errors.E_PLAIN>['status'], 500>>();
    expectType<Equal<ReturnType<typeof errors.E_FILLED>['code'], 'E_FILLED'>>();
    expectType<Equal<typeof errors.E_PLAIN.code, 'E_PLAIN'>>();
    expectType<Equal<keyof typeof errors, 'E_PLAIN' | 'E_FILLED'>>();
    onlyCompiled(() => {
      errors.E_PLAIN();
      errors.E_PLAIN({ cause: 1 });
      errors.E_FILLED({ place: 'x', line: 3 }, { headers: { a: 'b' } });
      // @ts-expect-error a value is missing
      errors.E_FILLED({ place: 'x' });
      // @ts-expect-error the values are missing
      errors.E_FILLED();
      // @ts-expect-error a placeholder that no text has
      errors.E_FILLED({ place: 'x', line: 1, column: 2 });
      // @ts-expect-error this row has no placeholders
      errors.E_PLAIN({ place: 'x' });
      // @ts-expect-error no such row
      errors.E_OTHER();
    });
  });

  test('a row is read back with its literal texts', () => {
    expectType<Equal<typeof errors.E_FILLED.row.status, 400>>();
    expect(errors.E_FILLED.row.status).toBe(400);
  });
});

describe('types of the builder', () => {
  test('the steps of every plugin given are there, with their arguments', () => {
    onlyCompiled(() => {
      const builder = setup(null).withPlugins([ledger(), audit(), plain()]);
      expectType<Equal<Parameters<typeof builder.withAccounts>, [_accounts: string[]]>>();
      expectType<Equal<Parameters<typeof builder.withOwner>, [_name: string, _age?: number | undefined]>>();
      expectType<Equal<ReturnType<typeof builder.create>, Promise<Application>>>();
      builder.withAudit().withAccounts(['a']).withConfig({}).withOwner('Ada', 36).withAudit();
      // @ts-expect-error accounts are strings
      builder.withAccounts([1]);
      // @ts-expect-error the argument is missing
      builder.withOwner();
      // @ts-expect-error one argument too many
      builder.withAudit(1);
    });
  });

  test('the steps survive an array made elsewhere, and several calls', () => {
    onlyCompiled(() => {
      const plugins = [ledger(), plain()];
      setup(null).withPlugins(plugins).withPlugins([audit()]).withAudit().withOwner('Ada');
    });
  });

  test('a step of an absent plugin does not compile', () => {
    onlyCompiled(() => {
      // @ts-expect-error no plugin was given
      void setup(null).withAccounts;
      // @ts-expect-error audit was not given
      void setup(null).withPlugins([ledger()]).withAudit;
      // @ts-expect-error a plugin without steps adds none
      void setup(null).withPlugins([plain()]).withAudit;
      const untyped: AnyPlugin[] = [audit()];
      // @ts-expect-error plugins typed as AnyPlugin have hidden their steps
      void setup(null).withPlugins(untyped).withAudit;
    });
  });
});

describe('types of a plugin', () => {
  test('facades, middleware, request methods and configuration are those merged into the core', () => {
    const plugin = definePlugin({
      name: 'ledger',
      config: {
        ledger: (env) => ({
          currency: env('CURRENCY', 'EUR'),
          accounts: [],
          limits: { daily: 1 },
          audit: { every: 60 },
        }),
      },
      facades: {
        Ledger: (app) => {
          expectType<Equal<typeof app, Application>>();
          return noLedger;
        },
        LedgerOf: () => (owner) => {
          expectType<Equal<typeof owner, string>>();
          return noLedger;
        },
      },
      request: { ledger: () => () => noLedger },
    });
    expect(plugin.name).toBe('ledger');
  });

  test('what the core does not know, or of another type, does not compile', () => {
    onlyCompiled(() => {
      // @ts-expect-error a facade that nobody merged
      definePlugin({ name: 'x', facades: { Nobody: () => 1 } });
      // @ts-expect-error the facade is a Ledger
      definePlugin({ name: 'x', facades: { Ledger: () => 1 } });
      // @ts-expect-error a facade with arguments is made as a function of them
      definePlugin({ name: 'x', facades: { LedgerOf: () => noLedger } });
      // @ts-expect-error the factory takes a book
      definePlugin({ name: 'x', middleware: { ledger: () => (_book: number) => ({}) } });
      // @ts-expect-error defaults are complete
      definePlugin({ name: 'x', config: { ledger: { currency: 'EUR' } } });
      // @ts-expect-error a key that nobody reads
      definePlugin({ name: 'x', depends: ['y'] });
      // @ts-expect-error a plugin has a name
      definePlugin({});
    });
  });

  test('a facade that can be called itself, or constructed, is made as the function that gives it', () => {
    const query: Query = Object.assign((text: string) => text, { end: () => undefined });
    const plugin = definePlugin({ name: 'x', facades: { Query: () => () => query, Model: () => () => Model } });
    expect(plugin.name).toBe('x');
    onlyCompiled(() => {
      // @ts-expect-error the facade would be called in place of being given
      definePlugin({ name: 'x', facades: { Query: () => query } });
      // @ts-expect-error neither is a class given as it is
      definePlugin({ name: 'x', facades: { Model: () => Model } });
    });
  });

  test('the handle and the application have the same facades', () => {
    const { facades } = createFacades();
    expectType<Equal<typeof facades, Application['facades']>>();
    expectType<Equal<ReturnType<typeof facades.Ledger>, Ledger>>();
    expectType<Equal<Parameters<typeof facades.LedgerOf>, [owner: string]>>();
    onlyCompiled(() => {
      // @ts-expect-error no such facade
      facades.Nobody();
    });
  });
});

describe('types of the configuration', () => {
  test('every key may be left out, all the way down; lists are whole', () => {
    const config: Config = { ledger: { limits: {} }, app: () => ({ locale: 'fr' }) };
    expect(Object.keys(config)).toEqual(['ledger', 'app']);
    onlyCompiled(() => {
      defineConfig('ledger', { accounts: ['a'], limits: { daily: 2 } });
      defineConfig('ledger', (env) => ({ limits: { daily: env('DAILY', 3) } }));
      // @ts-expect-error a typo
      defineConfig('ledger', { curency: 'EUR' });
      // @ts-expect-error another type
      defineConfig('ledger', { limits: { daily: 'much' } });
      // @ts-expect-error no such file
      defineConfig('ledgers', {});
    });
  });

  test('a time is a number of seconds or has a unit, and is a number where it is read', () => {
    onlyCompiled(() => {
      defineConfig('ledger', { audit: { every: '15m' } });
      defineConfig('ledger', { audit: { every: 900 } });
      defineConfig('ledger', (env) => ({ audit: { every: env.duration('AUDIT', '15m') } }));
      // @ts-expect-error a unit that is none
      defineConfig('ledger', { audit: { every: '15 minutes' } });
      // @ts-expect-error no unit
      defineConfig('ledger', { audit: { every: '900' } });
      // @ts-expect-error a number that is no time
      defineConfig('ledger', { limits: { daily: '15m' } });
      const every: number = seconds('1.5h');
      // @ts-expect-error a unit that is none
      seconds('15x');
      const audit = (app: Application): number => app.config.ledger.audit.every * 1000 + every;
      durations<ConfigFiles['ledger']['audit']>({ every: 900 }, 'every');
      // @ts-expect-error no time
      durations<ConfigFiles['ledger']['limits']>({ daily: 1 }, 'daily');
      return audit;
    });
    expect.assertions(0);
  });

  test('the argument of a plugin is its file with every key optional', () => {
    onlyCompiled(() => {
      const book = (options?: Options<'ledger'>) => definePlugin({ name: 'book', options: { ledger: options } });
      book();
      book({ currency: 'EUR', audit: { every: '15m' } });
      // @ts-expect-error a typo
      book({ curency: 'EUR' });
      // @ts-expect-error a typo further down
      book({ limits: { dayly: 1 } });
      // @ts-expect-error another type
      book({ limits: { daily: 'much' } });
      // @ts-expect-error no null in its type
      book({ currency: null });
      // @ts-expect-error no such file
      definePlugin({ name: 'book', options: { ledgers: {} } });
      const rest: Settings<{
        at: Duration | null;
        seats: number;
        made: Date;
        names: Record<string, { at: Duration }>;
      }> = {
        at: 1,
        seats: 2,
        made: new Date(),
        names: { a: { at: '1m' } },
      };
      return rest.at === null ? 0 : rest.at * rest.seats;
    });
    expect.assertions(0);
  });

  test('what the application reads is complete', () => {
    expectType<Equal<Application['config']['ledger']['limits']['daily'], number>>();
    expectType<Equal<Application['config']['app']['unhandled'], 'exit' | 'continue'>>();
    expectType<Equal<BadRequestError['status'], 400>>();
    expect.assertions(0);
  });
});

test('the status of an HTTP error is a literal type, also behind instanceof', () => {
  class PaymentError extends HttpError<402> {
    constructor() {
      super(402, 'Pay first.');
    }
  }
  class Gone extends NotFoundError {
    readonly since = 1990;
  }
  class AnyStatus extends HttpError {}
  expectType<Equal<NotFoundError['status'], 404>>();
  expectType<Equal<Gone['status'], 404>>();
  expectType<Equal<PaymentError['status'], 402>>();
  expectType<Equal<AnyStatus['status'], number>>();
  const teapot = new HttpError(418);
  expectType<Equal<typeof teapot.status, 418>>();
  const said: string[] = [];
  for (const thrown of [new Gone(), new PaymentError(), teapot, new Error('other')] as unknown[]) {
    if (thrown instanceof PaymentError) {
      expectType<Equal<typeof thrown.status, 402>>();
      said.push(`payment ${thrown.status}`);
    } else if (thrown instanceof NotFoundError) {
      expectType<Equal<typeof thrown, NotFoundError>>();
      said.push(`not found ${thrown.status}`);
    } else if (thrown instanceof HttpError) {
      expectType<Equal<typeof thrown, HttpError>>();
      said.push(`http ${thrown.status}`);
    }
  }
  expect(said).toEqual(['not found 404', 'payment 402', 'http 418']);
  const general: HttpError = new NotFoundError();
  expect(Object.hasOwn(general, 'status')).toBe(true);
});

test('the function of a plugin is not a plugin, nor is a promise of one', () => {
  const audit = () => definePlugin({ name: 'audit' });
  onlyCompiled(() => {
    setup().withPlugins([audit()]);
    // @ts-expect-error -- it was not called
    setup().withPlugins([audit]);
    // @ts-expect-error -- it was not awaited
    setup().withPlugins([Promise.resolve(audit())]);
    // @ts-expect-error -- no plugin has no name
    setup().withPlugins([{}]);
  });
});

onlyCompiled((facades: Facades) => {
  // @ts-expect-error the plugin opens the server
  void facades.Http().open();
  // @ts-expect-error the plugin closes the server
  void facades.Http().close();
  // @ts-expect-error the plugin plans the routes
  facades.Http().prepare();
  // @ts-expect-error the plugin closes the store
  void facades.RateLimiter().close();
  // @ts-expect-error the plugin freezes the limiters
  facades.RateLimiter().freeze();
  // @ts-expect-error the plugin opens the store of revocations
  void facades.Auth().open();
  // @ts-expect-error the plugin closes the connections
  void facades.Databases().close();
});

onlyCompiled((file: UploadedFile) => {
  void file.store('avatars');
  void file.store('avatars', { disk: 's3' });
  void file.storeAs('avatars', 'a.png', { disk: 's3' });
  void file.storeAs('avatars', 'a.png', { overwrite: true });
  // @ts-expect-error a disk replaces files
  void file.storeAs('avatars', 'a.png', { disk: 's3', overwrite: true });
  // @ts-expect-error the disk has no name
  void file.store('avatars', { disk: 7 });
});
