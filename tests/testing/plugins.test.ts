import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { setInterval } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { broadcast } from '@taproot/broadcast';
import { consoleKernel } from '@taproot/console';
import type { Application, Middleware } from '@taproot/core';
import { errors } from '@taproot/core/internal';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { crypt } from '@taproot/crypt';
import { database, sql } from '@taproot/database';
import { health } from '@taproot/health';
import { lang } from '@taproot/lang';
import { otel } from '@taproot/otel';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { security } from '@taproot/security';
import { session } from '@taproot/session';
import { checkPlugin, type PluginCheckOptions, pluginChecks } from '@taproot/testing';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { websocket } from '@taproot/websocket';
import { posts } from '../../app-skeleton/app/plugins/posts.ts';

const plugins: readonly (readonly [name: string, make: () => AnyPlugin, options?: PluginCheckOptions])[] = [
  ['console', consoleKernel],
  [
    'routing',
    routing,
    { use: async (app) => void (await (await fetch(app.facades.Http().address?.url ?? '')).text()) },
  ],
  ['cors', cors, { beside: () => [routing()] }],
  ['crypt', crypt, { use: (app) => void app.facades.Crypt().encryptString('Ada') }],
  ['security', security, { beside: () => [routing()] }],
  ['session', session, { beside: () => [routing(), crypt()] }],
  [
    'redis',
    redis,
    {
      use: (app) =>
        app.facades
          .Redis()
          .ping()
          .then(
            () => undefined,
            () => undefined,
          ),
    },
  ],
  ['health', health, { beside: () => [routing()] }],
  ['otel', otel],
  ['throttle', throttle, { beside: () => [routing()] }],
  ['lang', lang, { beside: () => [routing()], basePath: join(import.meta.dirname, '..', '..', '..', 'app-skeleton') }],
  ['validation', validation, { beside: () => [lang(), routing()] }],
  ['websocket', websocket, { beside: () => [lang(), routing(), validation(), broadcast()] }],
  ['database', database, { use: async (app) => void (await sql`select 1`.execute(app.facades.DB())) }],
  ['auth', auth, { beside: () => [routing()], env: { APP_KEY: 'a-secret-of-thirty-two-characters-and-more' } }],
  ['posts', posts],
];

describe.each(plugins)('the plugin %s', (_name, make, options) => {
  for (const { name, run } of pluginChecks(make, options)) test(name, run);
});

interface Register {
  readonly lines: string[];
}

declare module '@taproot/core' {
  interface Facades {
    Register(): Register;
    Lookup(name: string): string;
  }
  interface MiddlewareFactories {
    register(): Middleware;
  }
  interface ConfigFiles {
    register: { limit: number };
  }
}

/** A plugin without fault, but for what is given. */
const plugin = (fault: Partial<AnyPlugin> = {}) =>
  definePlugin({
    name: 'register',
    config: { register: { limit: 3 } },
    facades: { Register: () => ({ lines: [] }) },
    ...fault,
  });

const kept = 'lets applications go once they are closed';

/** The checks that fail, of all or of these. */
const failuresOf = async (
  make: () => AnyPlugin,
  options?: PluginCheckOptions,
  these = (name: string) => name !== kept,
): Promise<string[]> => {
  const failed: string[] = [];
  for (const { name, run } of pluginChecks(make, options).filter((check) => these(check.name)))
    await run().catch(() => failed.push(name));
  return failed;
};

/** Whether applications stay in memory. Only cases of that collect garbage, since each collection goes through the whole heap. */
const isKept = async (make: () => AnyPlugin): Promise<boolean> =>
  (await failuresOf(make, {}, (name) => name === kept)).length > 0;

const leave = (timers: Set<NodeJS.Timeout>): void => {
  for (const timer of timers) clearInterval(timer);
};

test('a plugin without fault passes', async () => {
  expect(await failuresOf(() => plugin())).toEqual([]);
  await checkPlugin(() => plugin());
});

test('a name that changes, or is none', async () => {
  let calls = 0;
  expect(await failuresOf(() => plugin({ name: `register-${calls++}` }))).toContain(
    'has one name, and is made afresh by each call',
  );
  expect(await failuresOf(() => plugin({ name: 'The Register' }))).toEqual([
    'has one name, and is made afresh by each call',
  ]);
  expect(await failuresOf(() => ({ ...plugin() }))).toEqual(['has one name, and is made afresh by each call']);
});

test('facades and middleware may want arguments that nobody knows here', async () => {
  const picky = () =>
    plugin({
      facades: {
        Lookup: () => (name: string) => name.toUpperCase(),
      },
      middleware: { register: () => () => ({ signature: () => 'register', handle: (_ctx, next) => next() }) },
    });
  expect(await failuresOf(picky)).toEqual([]);
});

test('a facade that cannot be made', async () => {
  const broken = () =>
    plugin({
      facades: {
        Register: () => {
          throw new Error('no paper');
        },
      },
    });
  expect(await failuresOf(broken)).toEqual([
    'makes facades and middleware when asked, once for an application',
    'shares nothing between two applications',
  ]);
});

test('a plugin that has nothing but its name', async () => {
  expect(await failuresOf(() => definePlugin({ name: 'quiet' }))).toEqual([]);
});

test('a plugin is not checked without those that it requires, and those that these require', async () => {
  const beside = () => [
    definePlugin({ name: 'ink' }),
    definePlugin({ name: 'pen', requires: ['ink'] }),
    definePlugin({ name: 'table' }),
  ];
  expect(await failuresOf(() => plugin({ requires: ['pen'] }), { beside })).toEqual([]);
  const alone = await failuresOf(() => plugin({ requires: ['pen'] }));
  expect(alone).toContain('needs no plugin that it does not require');
});

test('a plugin that waits for itself, or names another twice', async () => {
  expect(await failuresOf(() => plugin({ after: ['register'] }))).toContain(
    'comes after what it names, wherever it is given',
  );
  const twice = () => plugin({ requires: ['one'], after: ['one'] });
  expect(await failuresOf(twice, { beside: () => [definePlugin({ name: 'one' })] })).toEqual([
    'comes after what it names, wherever it is given',
  ]);
});

test('a plugin that uses another without requiring it', async () => {
  const other = definePlugin({ name: 'other' });
  const needy = () =>
    plugin({
      after: ['other'],
      apply: ({ plugins }) => {
        if (!plugins.includes(other)) throw new Error('no other');
      },
    });
  expect(await failuresOf(needy, { beside: () => [other] })).toEqual(['needs no plugin that it does not require']);
});

test('defaults that its own check of the configuration refuses, once an author writes them down', async () => {
  const picky = () =>
    plugin({
      // A list where the type says number: taken as a default, refused as a value.
      config: { register: () => ({ limit: Number.NaN }) },
    });
  expect(await failuresOf(picky)).toEqual(['has defaults that are valid configuration']);
});

test('a tap under another name', async () => {
  const apply = (app: Application): void => app.hooks.ready.tap('somebody', () => undefined);
  expect(await failuresOf(() => plugin({ apply }))).toEqual(['taps hooks under its own name']);
});

test('a boot that fails by itself, with an error of the framework', async () => {
  const apply = (): never => {
    throw errors.E_APP_CLOSED();
  };
  expect(await failuresOf(() => plugin({ apply }))).toContain('releases everything when the boot fails');
});

test('what two applications share', async () => {
  const shared: Register = { lines: [] };
  expect(await failuresOf(() => plugin({ facades: { Register: () => shared } }))).toEqual([
    'shares nothing between two applications',
  ]);
});

test('applications are closed also when they fail a check', async () => {
  const shared: Register = { lines: [] };
  let open = 0;
  const apply = (app: Application): void => {
    app.hooks.ready.tap('register', () => void open++);
    app.hooks.shutdown.tap('register', () => void open--);
  };
  const failures = await failuresOf(() => plugin({ apply, facades: { Register: () => shared } }));
  expect(failures).toEqual(['shares nothing between two applications']);
  expect(open).toBe(0);
});

test('a timer that goes on', async () => {
  const timers = new Set<NodeJS.Timeout>();
  const apply = (app: Application): void =>
    app.hooks.start.tap('register', () => void timers.add(setInterval(() => undefined, 1000)));
  try {
    expect(await failuresOf(() => plugin({ apply }))).toEqual(['releases everything when its application closes']);
  } finally {
    leave(timers);
  }
});

test('a listener of the process that stays', async () => {
  const listen = (): void => undefined;
  const apply = (app: Application): void => app.hooks.start.tap('register', () => void process.on('SIGUSR2', listen));
  try {
    expect(await failuresOf(() => plugin({ apply }))).toEqual(['releases everything when its application closes']);
  } finally {
    process.removeAllListeners('SIGUSR2');
  }
});

test('what is begun in boot and only ended when it was started', async () => {
  const timers = new Set<NodeJS.Timeout>();
  const apply = (app: Application): void => {
    let timer: NodeJS.Timeout | undefined;
    let started = false;
    app.hooks.boot.tap('register', () => void timers.add((timer = setInterval(() => undefined, 1000))));
    app.hooks.start.tap('register', () => void (started = true));
    app.hooks.shutdown.tap('register', () => {
      if (started) clearInterval(timer);
    });
  };
  try {
    expect(await failuresOf(() => plugin({ apply }))).toContain('releases everything when the boot fails');
  } finally {
    leave(timers);
  }
});

test('a close() that fails is not a good one', async () => {
  const apply = (app: Application): void =>
    app.hooks.shutdown.tap('register', () => Promise.reject(new Error('stuck')));
  expect(await failuresOf(() => plugin({ apply }))).toContain('releases everything when its application closes');
});

test('checkPlugin() names the plugin, the check, and what is wrong', async () => {
  const apply = (app: Application): void => app.hooks.ready.tap('somebody', () => undefined);
  await expect(checkPlugin(() => plugin({ apply }))).rejects.toThrow(
    /^The plugin register fails "taps hooks under its own name": it taps hooks under other names than its own: app.ready as "somebody"$/,
  );
});

test('checkPlugin() tells what was thrown that is no error', async () => {
  const use = (): Promise<never> => Promise.reject('out of paper');
  await expect(checkPlugin(() => plugin(), { use })).rejects.toThrow(
    'The plugin register fails "shares nothing between two applications": out of paper',
  );
});

test('a map of a module that keeps applications', async () => {
  const all = new Map<Application, string>();
  const make = () => plugin({ apply: (app) => void all.set(app, 'here') });
  expect(await failuresOf(make)).toEqual([]);
  expect(await isKept(make)).toBe(true);
  const known = new WeakMap<Application, string>();
  expect(await isKept(() => plugin({ apply: (app) => void known.set(app, 'here') }))).toBe(false);
});

test('a timer that does not keep the process alive, but its application', async () => {
  const timers = new Set<NodeJS.Timeout>();
  const make = () => plugin({ apply: (app) => void timers.add(setInterval(() => app.basePath, 60_000).unref()) });
  expect(await failuresOf(make)).toEqual([]);
  expect(await isKept(make)).toBe(true);
  leave(timers);
});

test('a subscriber of a diagnostics channel', async () => {
  const subscribers: ((message: unknown) => void)[] = [];
  const make = () =>
    plugin({
      apply: (app) => {
        const heard = (): unknown => app.basePath;
        subscribers.push(heard);
        subscribe('register', heard);
      },
    });
  expect(await failuresOf(make)).toEqual([]);
  expect(await isKept(make)).toBe(true);
  for (const heard of subscribers) unsubscribe('register', heard);
});

test('one value that is remembered is no leak', async () => {
  let last: Application | null = null;
  expect(await isKept(() => plugin({ apply: (app) => void (last = app) }))).toBe(false);
  expect(last).not.toBeNull();
});

test('a global', async () => {
  const make = () => plugin({ apply: () => void Object.assign(globalThis, { registerOfPlugin: 1 }) });
  expect(await failuresOf(make)).toContain('adds no globals');
  Reflect.deleteProperty(globalThis, 'registerOfPlugin');
});

test('a worker thread', async () => {
  const workers: Worker[] = [];
  const make = () =>
    plugin({
      apply: (app) =>
        app.hooks.start.tap('register', () => {
          const worker = new Worker('setInterval(() => undefined, 60000)', { eval: true });
          worker.unref();
          workers.push(worker);
        }),
    });
  expect(await failuresOf(make)).toContain('releases everything when its application closes');
  await Promise.all(workers.map((worker) => worker.terminate()));
});
