import type { Application } from '../application/application.ts';
import { errors } from '../errors/errors.ts';
import { describeValue } from '../errors/thrown.ts';
import { isPromise } from '../later.ts';
import { nearest } from '../names/nearest.ts';
import { watchBoot } from '../process/boot-watch.ts';

/** A module with the `boot()` of an application: `bootstrap/app.ts`. */
export interface BootModule {
  readonly boot: () => Promise<Application>;
}

/** The argument of `run()`: the function that creates the application, or imports the module that exports it. */
export type Boot = () => Promise<Application | BootModule>;

const has = (value: unknown, ...methods: string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  methods.every((method) => typeof Reflect.get(value, method) === 'function');

const isModule = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Reflect.get(value, Symbol.toStringTag) === 'Module';

// Looks at methods and not at the class, because another copy of this package may have made the application.
const isApplication = (value: unknown): value is Application => has(value, 'start', 'close');

const giveBoot = 'Give it the function itself: run(boot), or run(() => import("./bootstrap/app.ts"))';
const returnIt = 'Return what create() gives: return setup(handle).withPlugins(plugins).create()';

const notBoot = (value: unknown): Error => {
  const what = isApplication(value) ? 'the application' : isPromise(value) ? 'a promise' : describeValue(value);
  return errors.E_BOOT_INVALID({ problem: `run() got ${what} in place of a function`, advice: giveBoot });
};

const notApplication = (value: unknown): Error => {
  if (has(value, 'withPlugins', 'create'))
    return errors.E_BOOT_INVALID({ problem: 'boot() gave a builder', advice: 'End the chain with .create()' });
  const problem = `boot() gave ${describeValue(value)} in place of an application`;
  return errors.E_BOOT_INVALID({ problem, advice: returnIt });
};

const moduleWithoutBoot = (module: object): Error => {
  const exported = Object.keys(module);
  const problem = `The imported module must export a function boot(), but exports ${exported.join(', ') || 'nothing'}`;
  const near = nearest('boot', exported);
  const advice =
    near === null || near === 'boot'
      ? 'Export it: export const boot = () => setup(handle).withPlugins(plugins).create()'
      : `Rename ${near} to boot`;
  return errors.E_BOOT_INVALID({ problem, advice });
};

/** Seconds that the code of `boot()` may take before it has an application, if `run()` says nothing else. */
export const usualBootSeconds = 30;

/**
 * The application that `boot` creates.
 * @throws E_BOOT_INVALID if it returns anything else; E_BOOT_STALLED if its own code takes longer than `seconds` before it has an
 * application, or longer than `app.boot_timeout` afterwards.
 */
export const bootApplication = (boot: Boot, seconds = usualBootSeconds): Promise<Application> =>
  watchBoot(() => create(boot), seconds);

const create = async (boot: Boot): Promise<Application> => {
  const given: unknown = boot;
  if (typeof given !== 'function') throw notBoot(given);
  let made: unknown = await boot();
  if (isModule(made)) {
    const exported: unknown = Reflect.get(made, 'boot');
    if (typeof exported !== 'function') throw moduleWithoutBoot(made);
    made = await (exported as () => unknown)();
  }
  if (!isApplication(made)) throw notApplication(made);
  return made;
};
