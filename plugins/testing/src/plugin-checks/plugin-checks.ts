import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Application, type ConfigFiles, type Facades, FrameworkError } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { type MakePlugin, type PluginCheckOptions, PluginSubject } from './plugin-subject.ts';
import { Resources } from './resources.ts';
import { type WatchedPlugin, watchPlugin } from './watched-plugin.ts';

const fullCollection = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
};

// Turns of the event loop before each collection. A collection takes longer the larger the heap is, so later ones wait for more turns
// instead.
const turnsBefore = [1, 2, 4, 8];

/** Collects garbage several times, until at most `enough` of the objects are left. Resolves to the number of objects left. */
const collectGarbage = async (objects: readonly WeakRef<object>[], enough = 0): Promise<number> => {
  const collect = fullCollection();
  const left = (): number => objects.filter((object) => object.deref() !== undefined).length;
  for (const turns of turnsBefore) {
    // An object that was read through a WeakRef stays until the end of the turn.
    for (let done = 0; done < turns; done++) await turn();
    collect();
    await turn();
    if (left() <= enough) break;
  }
  return left();
};

/** One requirement of every plugin. `run` rejects with an `AssertionError` that says how the plugin differs. */
export interface PluginCheck {
  /** The title of the test. */
  readonly name: string;
  /** Runs the check; rejects with the fault. */
  readonly run: () => Promise<void>;
}

const none = (found: readonly string[], what: string): void =>
  assert.ok(found.length === 0, `${what}: ${found.join(', ')}`);

const named = async ({ make }: PluginSubject): Promise<void> => {
  const [first, second] = [make(), make()];
  assert.match(first.name, /^[a-z][a-z0-9-]*$/, 'its name is not of lower-case words, joined by hyphens');
  assert.equal(first.name, second.name, 'its name changes from one call to the next');
  assert.ok(Object.isFrozen(first), 'it is not made by definePlugin()');
};

const ordered = async (subject: PluginSubject): Promise<void> => {
  const { name, requires = [], after = [] } = subject.make();
  const wanted = [...requires, ...after];
  assert.equal(new Set(wanted).size, wanted.length, '`requires` and `after` name a plugin twice');
  assert.ok(!wanted.includes(name), 'it waits for itself');
  await subject.close(await subject.boot([subject.make(), ...subject.beside.toReversed()]));
};

/** The plugins that these require, and those that they require in turn. */
const required = (plugin: AnyPlugin, all: readonly AnyPlugin[]): AnyPlugin[] =>
  (plugin.requires ?? []).flatMap((name) => {
    const found = all.find((one) => one.name === name);
    return found === undefined ? [] : [...required(found, all), found];
  });

const modest = async (subject: PluginSubject): Promise<void> => {
  const plugin = subject.make();
  await subject.close(await subject.boot([...new Set(required(plugin, subject.beside)), plugin]));
};

const configured = async (subject: PluginSubject): Promise<void> => {
  const plugin = subject.make();
  const app = await subject.boot([...subject.beside, plugin]);
  await subject.close(app);
  for (const file of Object.keys(plugin.config ?? {})) {
    const values = app.config[file as keyof ConfigFiles];
    const again = await subject.boot([...subject.beside, subject.make()], { [file]: values });
    await subject.close(again);
    assert.deepEqual(again.config[file as keyof ConfigFiles], values, `config/${file}.ts: its defaults do not hold`);
  }
};

const tapping = async (subject: PluginSubject): Promise<void> => {
  const { plugin, taps } = watchPlugin(subject.make());
  await subject.close(await subject.boot([...subject.beside, plugin]));
  const strange = taps.filter(([, name]) => name !== plugin.name);
  none(
    strange.map(([hook, name]) => `${hook} as "${name}"`),
    'it taps hooks under other names than its own',
  );
};

/** Requests every facade of the plugin. A facade may need unknown arguments, so it is enough that it was created. */
const askAll = (app: Application, { plugin, made }: WatchedPlugin): void => {
  for (const name of Object.keys(plugin.facades)) {
    try {
      (app.facades[name as keyof Facades] as () => unknown)();
    } catch (error) {
      if (!made.has(`facade ${name}`)) throw error;
    }
  }
};

const lazy = async (subject: PluginSubject): Promise<void> => {
  const watched = watchPlugin(subject.make());
  await subject.during([...subject.beside, watched.plugin], (app) => {
    askAll(app, watched);
    askAll(app, watched);
    const often = [...watched.made].filter(([, values]) => values.length > 1).map(([name]) => name);
    none(often, 'it makes more than once for an application');
  });
};

const separate = async (subject: PluginSubject): Promise<void> => {
  const [first, second] = [watchPlugin(subject.make()), watchPlugin(subject.make())];
  await subject.during([...subject.beside, second.plugin], async (two) => {
    await subject.during([...subject.beside, first.plugin], (one) => {
      askAll(one, first);
      askAll(two, second);
      const shared = [...first.made].filter(([name, [value]]) => {
        const isObject = typeof value === 'object' && value !== null;
        return isObject && second.made.get(name)?.includes(value) === true;
      });
      none(
        shared.map(([name]) => name),
        'two applications share',
      );
    });
    await subject.liveThrough(two);
  });
};

const released = async (subject: PluginSubject): Promise<void> => {
  const liveOnce = async () => subject.liveThrough(await subject.boot([...subject.beside, subject.make()]));
  // Runs once before counting, because modules that the first application loads stay loaded.
  await liveOnce();
  const resources = await Resources.now();
  // Runs several times, so that another resource that ends at the same time does not hide a leak.
  for (let life = 0; life < 3; life++) await liveOnce();
  none(await resources.left(), 'it holds on to resources after close()');
};

const undone = async (subject: PluginSubject): Promise<void> => {
  const resources = await Resources.now();
  const failing = definePlugin({
    name: 'failing',
    after: [...subject.beside, subject.make()].map(({ name }) => name),
    apply: (app) => app.hooks.ready.tap('failing', () => assert.fail('as it should')),
  });
  const error: unknown = await subject
    .boot([...subject.beside, subject.make(), failing])
    .catch((fault: unknown) => fault);
  assert.ok(
    error instanceof FrameworkError && error.code === 'E_PLUGIN_FAILED',
    `the boot ended with ${String(error)}`,
  );
  none(await resources.left(), 'it holds on to resources after a boot that failed');
};

/** Opens, uses and closes an application with the plugin. Keeps only a weak reference to the application. */
const remember = async (subject: PluginSubject): Promise<WeakRef<object>> => {
  const app = await subject.boot([...subject.beside, subject.make()]);
  await subject.liveThrough(app);
  return new WeakRef(app);
};

const forgotten = async (subject: PluginSubject): Promise<void> => {
  const lives = 3;
  const apps: WeakRef<object>[] = [];
  for (let life = 0; life < lives; life++) apps.push(await remember(subject));
  // One application may still be referenced, for example by a cache of the last value. A leak grows with each application.
  const left = await collectGarbage(apps, lives - 1);
  assert.ok(
    left < lives,
    'applications that were closed stay in memory: a map of a module, a timer or a channel holds them',
  );
};

const local = async (subject: PluginSubject): Promise<void> => {
  await subject.liveThrough(await subject.boot([...subject.beside, subject.make()]));
  none(subject.newGlobals(), 'it adds globals');
};

const checks: readonly (readonly [name: string, check: (subject: PluginSubject) => Promise<void>])[] = [
  ['has one name, and is made afresh by each call', named],
  ['comes after what it names, wherever it is given', ordered],
  ['needs no plugin that it does not require', modest],
  ['has defaults that are valid configuration', configured],
  ['taps hooks under its own name', tapping],
  ['makes facades and middleware when asked, once for an application', lazy],
  ['shares nothing between two applications', separate],
  ['releases everything when its application closes', released],
  ['releases everything when the boot fails', undone],
  ['adds no globals', local],
  ['lets applications go once they are closed', forgotten],
];

/**
 * The requirements on every plugin, each by name, for a test runner: `for (const { name, run } of pluginChecks(audit))
 * test(name, run)`.
 */
export const pluginChecks = (make: MakePlugin, options: PluginCheckOptions = {}): PluginCheck[] => {
  const subject = new PluginSubject(make, options);
  return checks.map(([name, check]) => ({ name, run: () => check(subject) }));
};

/** Runs every check of a plugin; rejects with the `AssertionError` of the first check that fails. */
export const checkPlugin = async (make: MakePlugin, options: PluginCheckOptions = {}): Promise<void> => {
  for (const { name, run } of pluginChecks(make, options)) {
    try {
      await run();
    } catch (error) {
      // Does not use `instanceof Error`, because test runners may run tests in another realm.
      const { message: reason = String(error) } = error as { readonly message?: string };
      throw new assert.AssertionError({ message: `The plugin ${make().name} fails "${name}": ${reason}` });
    }
  }
};
