import { basename, resolve } from 'node:path';
import type { Choices } from './choices.ts';
import { errors } from './errors.ts';
import { extraNames, extras, offeredTo } from './extras.ts';
import { runningPackageManager } from './package-manager.ts';
import { packageName } from './package-name.ts';
import { parts, withRequired } from './parts.ts';
import type { Options } from './read-options.ts';

/** The choices: the options, with defaults for missing ones. Throws for an invalid name. */
export const decide = (options: Options, cwd: string, env: NodeJS.ProcessEnv): Choices => {
  const {
    directory,
    starter = 'demo',
    driver = 'koa',
    database = 'sqlite',
    otel = false,
    git = true,
    install = true,
    packages,
  } = options;
  if (directory === undefined || directory.trim() === '') throw errors.E_DIRECTORY_MISSING();
  if (directory.includes('\0')) throw errors.E_DIRECTORY_FOREIGN(JSON.stringify(directory), 'is not a path');
  const offered = offeredTo(starter);
  const wanted = extraNames.filter((name) => options.extras?.includes(name) === true && offered.includes(name));
  const chosen = options.parts ?? parts.map(({ name }) => name);
  const absolute = resolve(cwd, directory);
  return {
    directory: absolute,
    name: packageName(options.name ?? basename(absolute)),
    starter,
    driver,
    packageManager: options.packageManager ?? runningPackageManager(env),
    // Accounts need both.
    parts: withRequired(starter === 'web' ? ['auth'] : [...chosen, ...wanted.flatMap((name) => extras[name].requires)]),
    database,
    extras: wanted,
    otel,
    git,
    install,
    force: options.force,
    packages: packages === undefined ? null : resolve(cwd, packages),
  };
};
