import { parseArgs } from 'node:util';
import { type Driver, drivers, type PackageManager, packageManagers, type Starter, starters } from './choices.ts';
import { type EngineName, engineNames } from './engines.ts';
import { errors } from './errors.ts';
import { type ExtraName, extraNames, isExtra } from './extras.ts';
import { isPart, type PartName, parts } from './parts.ts';

/** The options of the command line; undefined for options that are not given. */
export interface Options {
  readonly directory?: string | undefined;
  readonly name?: string | undefined;
  readonly starter?: Starter | undefined;
  readonly driver?: Driver | undefined;
  readonly packageManager?: PackageManager | undefined;
  readonly parts?: readonly PartName[] | undefined;
  readonly database?: EngineName | undefined;
  readonly extras?: readonly ExtraName[] | undefined;
  readonly otel?: boolean | undefined;
  readonly git?: boolean | undefined;
  readonly install?: boolean | undefined;
  readonly packages?: string | undefined;
  readonly force: boolean;
  readonly yes: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

const oneOf = <Value extends string>(flag: string, values: readonly Value[], given?: string): Value | undefined => {
  const value = values.find((candidate) => candidate === given);
  if (value === undefined && given !== undefined)
    throw errors.E_OPTION_INVALID(`--${flag} must be ${values.join(' or ')}, not "${given}".`);
  return value;
};

/** The names in a list with commas, without `none`. Throws for unknown names. */
const listOf = <Name extends string>(
  kind: string,
  known: readonly Name[],
  isKnown: (name: string) => name is Name,
  given?: string,
): readonly Name[] | undefined =>
  given
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'none')
    .map((name) => {
      if (!isKnown(name))
        throw errors.E_OPTION_INVALID(`There is no ${kind} "${name}". Use some of ${known.join(', ')}, or none.`);
      return name;
    });

const partNames = parts.map(({ name }) => name);

const parse = (args: readonly string[]) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      allowNegative: true,
      options: {
        name: { type: 'string' },
        starter: { type: 'string' },
        driver: { type: 'string' },
        pm: { type: 'string' },
        parts: { type: 'string' },
        database: { type: 'string' },
        with: { type: 'string' },
        packages: { type: 'string' },
        otel: { type: 'boolean' },
        git: { type: 'boolean' },
        install: { type: 'boolean' },
        force: { type: 'boolean', default: false },
        yes: { type: 'boolean', short: 'y', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
      },
    });
  } catch (error) {
    throw errors.E_OPTION_INVALID(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
};

/**
 * Reads the command line.
 * @throws E_OPTION_INVALID for an unknown option or value.
 */
export const readOptions = (args: readonly string[]): Options => {
  const { values, positionals } = parse(args);
  const [directory, extra] = positionals;
  if (extra !== undefined) throw errors.E_OPTION_INVALID(`Give one folder only: "${extra}" is a second one.`);
  // A name like `-rf` is most likely a mistake, and most commands would read such a folder as an option.
  if (directory?.startsWith('-') === true)
    throw errors.E_OPTION_INVALID(
      `The folder "${directory}" begins with a dash. If that is its name, write ./${directory}.`,
    );
  const { name, otel, git, install, packages, force, yes, help, version } = values;
  return {
    directory,
    name,
    starter: oneOf('starter', starters, values.starter),
    driver: oneOf('driver', drivers, values.driver),
    packageManager: oneOf('pm', packageManagers, values.pm),
    parts: listOf('part', partNames, isPart, values.parts),
    database: oneOf('database', engineNames, values.database),
    extras: listOf('package to add', extraNames, isExtra, values.with),
    otel,
    git,
    install,
    packages,
    force,
    yes,
    help,
    version,
  };
};
