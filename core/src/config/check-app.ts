import { errors } from '../errors/errors.ts';
import type { FrameworkError } from '../errors/framework-error.ts';
import { describeValue } from '../errors/thrown.ts';
import { nearest } from '../names/nearest.ts';
import type { AllSettings } from './define-config.ts';

const known = ['development', 'testing', 'staging'];

const abbreviations: ReadonlyMap<string, string> = new Map([
  ['dev', 'development'],
  ['develop', 'development'],
  ['test', 'testing'],
  ['tests', 'testing'],
]);

// Up to two letters may be wrong. Names that begin like it (prod, prd, production-eu, PROD2) are refused too.
const likeProduction = (name: string): boolean =>
  /^(?:prod|prd|live$)/.test(name) || nearest(name, ['production'], 2) !== null;

const isWebAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

const refuse = (setting: string, value: unknown, expected: string): never => {
  throw errors.E_APP_SETTING({ setting, value: describeValue(value), expected });
};

/**
 * Checks the `app` configuration: the address, times and choices (`E_APP_SETTING`). It also refuses names that are almost
 * `production` (`E_APP_ENV`), because everything that protects production would silently be off.
 */
export const checkApp = ({ env, url, boot_timeout, shutdown_timeout, unhandled }: AllSettings['app']): void => {
  const times = { boot_timeout, shutdown_timeout };
  for (const [setting, seconds] of Object.entries(times))
    if (!(seconds > 0)) refuse(setting, seconds, 'a number of seconds above 0');
  if (url !== null && !isWebAddress(url)) refuse('url', url, 'an address such as "https://shop.example"');
  if (!['exit', 'continue'].includes(unhandled)) refuse('unhandled', unhandled, '"exit" or "continue"');
  if (env !== 'production' && likeProduction(env.trim().toLowerCase())) throw errors.E_APP_ENV({ name: env });
};

/** `E_APP_ENV_UNKNOWN` for an environment that is called almost like one that Taproot knows; null for any other. */
export const doubtAppEnv = (env: string): FrameworkError | null => {
  const name = env.trim().toLowerCase();
  const near = abbreviations.get(name) ?? nearest(name, known, 2);
  return near === null || near === env ? null : errors.E_APP_ENV_UNKNOWN({ name: env, near });
};
