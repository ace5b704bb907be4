import { tracingChannel } from 'node:diagnostics_channel';
import { errors } from '../errors/errors.ts';
import type { PluginHooks } from '../extensions.ts';
import { isPromise } from '../later.ts';
import { lookupTable } from '../names/lookup-table.ts';
import { didYouMean } from '../names/nearest.ts';
import { addedNames, whoAdds } from '../names/official.ts';
import { channels } from '../trace/channels.ts';
import type { HookEvent } from '../trace/events.ts';
import { trace } from '../trace/trace.ts';
import type { AnyHook, HookIndex, HookTable, TapRecord } from './any-hook.ts';

type Run = (...args: unknown[]) => unknown;

const { hook: channel } = channels;

/** The tap of `app.report` that writes to standard error. Taps with `before: 'console'` run beside it; any other tap replaces it. */
export const consoleTap = 'console';

/** Whether a tap of `app.report` is the console, or only listens beside it. */
export const isConsole = ({ name, before }: TapRecord): boolean => name === consoleTap || before === consoleTap;

/** Wraps a tap: it publishes each call on the channel `taproot:hook`, if that has subscribers. */
const tracedTap = (hook: string, tap: TapRecord): TapRecord => {
  // These taps only write the error; they do no work for the request.
  if (hook === 'app.report' && isConsole(tap)) return tap;
  const run = tap.fn as Run;
  const event = (): HookEvent => ({ hook, plugin: tap.name, replaced: false });
  const traced: Run =
    tap.type === 'async'
      ? // Such a tap ends when it calls its callback, the last argument.
        (...args) => tracingChannel<unknown, HookEvent>(channel).traceCallback(run, -1, event(), undefined, ...args)
      : (...args) => {
          const made = event();
          const tell = (result: unknown): void => {
            made.replaced = result !== undefined && result !== null && result !== args[0];
          };
          return trace(channel, made, () => run(...args), tell);
        };
  const fn: Run = (...args) => (channel.hasSubscribers ? traced(...args) : run(...args));
  return { ...tap, fn };
};

/** Gets the error that a tap rejected with, and the arguments of the call. */
export type Rejected = (error: unknown, args: readonly unknown[]) => void;

/**
 * TypeScript accepts an asynchronous function as a tap of a synchronous hook. No code waits for its promise, so a rejection goes to
 * `rejected`; otherwise it would end the process.
 */
const hearRejection = (tap: TapRecord, rejected: Rejected): TapRecord => {
  const run = tap.fn as (...args: unknown[]) => unknown;
  const fn = (...args: unknown[]): unknown => {
    const result = run(...args);
    if (!isPromise(result)) return result;
    return Promise.resolve(result).catch((error: unknown) => rejected(error, args));
  };
  return { ...tap, fn };
};

/** Gets the error of an asynchronous tap whose hook does not wait for taps. */
export type TapFailed = (error: unknown, tap: { plugin: string; hook: string; args: readonly unknown[] }) => void;

// Whether a hook ignores the results of its taps; waterfall and bail hooks use them. Compares names, because a plugin may bring its own
// copy of tapable.
const dropsResults = (hook: AnyHook): boolean => hook.constructor.name === 'SyncHook';

/**
 * Every hook table of one application, by name. Accepts taps until `freeze()`. Later taps throw `E_HOOKS_FROZEN`, because the framework
 * reads hooks once, before the first request.
 */
export class HookTables implements HookIndex {
  readonly #tables = new Map<string, { readonly plugin: string; readonly table: HookTable }>();
  readonly #hooks = new Map<string, AnyHook>();
  readonly #sealed = new WeakSet<AnyHook>();
  readonly #failed: TapFailed;
  #frozen = false;

  constructor(failed: TapFailed) {
    this.#failed = failed;
  }

  /** Registers and freezes a table of `plugin`; `E_HOOKS_DUPLICATE` when its name is taken. */
  define<const Table extends HookTable>(plugin: string, owner: string, table: Table): Table {
    const first = this.#tables.get(owner)?.plugin;
    if (first !== undefined) throw errors.E_HOOKS_DUPLICATE({ owner, first, second: plugin });
    for (const [name, hook] of Object.entries(table)) {
      if ('for' in hook)
        hook.intercept({ factory: (key, made) => this.#guard(`${owner}.${name}.for('${String(key)}')`, made) });
      else this.#guard(`${owner}.${name}`, hook);
    }
    const known = Object.keys(table);
    const unknown = (hook: string) =>
      errors.E_HOOK_UNKNOWN({ owner, hook, hint: didYouMean(hook, known), known: known.join(', ') });
    Object.setPrototypeOf(table, lookupTable(unknown));
    this.#tables.set(owner, { plugin, table: Object.freeze(table) });
    return table;
  }

  of<Name extends keyof PluginHooks>(name: Name): PluginHooks[Name] {
    const found = this.#tables.get(name);
    // The interface `PluginHooks` also types the key `hooks` of a plugin.
    if (found !== undefined) return found.table as PluginHooks[Name];
    const known = [...this.#tables.keys()];
    throw errors.E_HOOKS_UNKNOWN({
      owner: name,
      hint: didYouMean(name, known, addedNames('hooks')),
      provider: whoAdds('hooks', name) ?? `the plugin that has the hooks "${String(name)}"`,
      known: known.join(', '),
    });
  }

  /** Closes a hook directly before its only call. A later tap would never run, so it becomes an error. */
  seal(hook: AnyHook): void {
    this.#sealed.add(hook);
  }

  /** Closes every hook, once the application has booted. */
  freeze(): void {
    this.#frozen = true;
  }

  *[Symbol.iterator](): IterableIterator<[name: string, table: HookTable]> {
    for (const [name, { table }] of this.#tables) yield [name, table];
  }

  hooks(): ReadonlyMap<string, AnyHook> {
    return this.#hooks;
  }

  #guard<Hook extends AnyHook>(name: string, hook: Hook): Hook {
    const drops = dropsResults(hook);
    hook.intercept({
      register: (tap) => {
        if (this.#frozen || this.#sealed.has(hook)) throw errors.E_HOOKS_FROZEN({ plugin: tap.name, hook: name });
        const traced = tracedTap(name, tap);
        if (!drops) return traced;
        return hearRejection(traced, (error, args) => this.#failed(error, { plugin: tap.name, hook: name, args }));
      },
    });
    // tapable also counts interceptors, such as this guard, as a use. A hook without taps has nothing to run.
    hook.isUsed = () => hook.taps.length > 0;
    this.#hooks.set(name, hook);
    return hook;
  }
}
