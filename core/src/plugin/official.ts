import { describeValue } from '../errors/thrown.ts';
import { errors } from '../errors.ts';

/**
 *
 * @throws E_STEP_ARGUMENT if the argument is not a function, most often the result of a call: `withRouting(web())`.
 */
export const checkCallback = (step: string, callback: unknown): void => {
  if (typeof callback !== 'function') throw errors.E_STEP_ARGUMENT({ step, actual: describeValue(callback) });
};

/** The kinds of plugin contributions that applications use by name. */
type Kind = 'facades' | 'middleware' | 'request' | 'steps' | 'hooks' | 'drivers' | 'plugins';

type Additions = Readonly<Partial<Record<Kind, readonly string[]>>>;

/** The plugins of the framework by package, for errors alone: a name that is missing is most likely one of theirs. */
export const official: Readonly<Record<string, Additions>> = {
  auth: {
    facades: ['Auth', 'Hash', 'Gate'],
    middleware: ['auth', 'guest', 'can', 'tokenCan'],
    steps: ['withPolicies'],
  },
  broadcast: { facades: ['Broadcast'] },
  console: { facades: ['Console'], steps: ['withCommands'] },
  cors: { middleware: ['cors'] },
  database: { facades: ['DB', 'Databases', 'Migrator'], middleware: ['transaction'], hooks: ['database'] },
  devtools: {},
  fastify: { steps: ['withFastify'], drivers: ['fastify'] },
  health: {},
  lang: { facades: ['Lang'], middleware: ['locale'], hooks: ['lang'] },
  log: { facades: ['Log'] },
  otel: {},
  redis: { facades: ['Redis', 'RedisConnections'] },
  routing: {
    facades: ['Route', 'Http'],
    steps: ['withRouting', 'withMiddleware', 'withKoa'],
    hooks: ['http'],
    drivers: ['koa'],
  },
  throttle: { facades: ['RateLimiter'], middleware: ['throttle'], hooks: ['throttle'] },
  validation: {
    facades: ['Validation'],
    request: ['validate', 'validateRequest', 'validated', 'unique'],
    steps: ['withRules', 'withFilters'],
    hooks: ['validation'],
  },
};

// The one plugin whose function is not called like its package.
const functionOf = (name: string): string => (name === 'console' ? 'consoleKernel' : name);

const namesOf = (name: string, kind: Kind): readonly string[] =>
  kind === 'plugins' ? [name] : (official[name]?.[kind] ?? []);

/** `validation() of @taproot/validation`, for a name that a plugin of the framework adds; null for any other. */
export const whoAdds = (kind: Kind, name: string): string | null => {
  const found = Object.keys(official).find((plugin) => namesOf(plugin, kind).includes(name));
  return found === undefined ? null : `${functionOf(found)}() of @taproot/${found}`;
};

/** Every name of a kind that plugins of the framework add. */
export const addedNames = (kind: Kind): string[] => Object.keys(official).flatMap((plugin) => namesOf(plugin, kind));
