import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { errors } from './errors.ts';
import type { CompilerModules } from './reader/compiler-modules.ts';
import type { KnownErrors, TypeReader } from './reader/type-reader.ts';

/** The application to read. */
export interface Code {
  /** Its folder, with package.json. */
  readonly folder: string;
  /** Path of its tsconfig.json. */
  readonly config: string;
  /** The packages to search for a compiler; the first one that can be loaded is used. Default: those of `compilers`. */
  readonly from?: readonly string[];
}

/** A compiler that an application has installed. */
interface Installed {
  /** The package. */
  readonly name: string;
  readonly version: string;
}

/** Loads a compiler from an application's folder, with the interface of TypeScript 7. */
type Load = (folder: string, name: string) => Promise<CompilerModules>;

/** An application whose TypeScript has no adapter can install the second package beside it. */
const compilers = ['typescript', '@typescript/typescript6'] as const;

/** The versions of TypeScript with an adapter: major, or major and minor. */
const adapters: Readonly<Record<string, () => Promise<Load>>> = {
  '7.0': async () => (await import('./typescript-7/load.ts')).loadTypeScript7,
  '6': async () => (await import('./typescript-6/load.ts')).loadTypeScript6,
};

const adapterOf = (version: string): (() => Promise<Load>) | undefined => {
  const [major = '', minor = ''] = version.split('.');
  return adapters[`${major}.${minor}`] ?? adapters[major];
};

/**
 * Opens the application's code with the application's own TypeScript.
 * @throws E_OPENAPI_COMPILER without TypeScript, for a version without an adapter, and for an invalid tsconfig.json; E_OPENAPI_CODE for
 * code that cannot be parsed.
 */
export const openReader = async (
  { folder, config, from = compilers }: Code,
  known: KnownErrors,
): Promise<TypeReader> => {
  const installed = from.flatMap((name) => installedIn(folder, name) ?? []);
  const [first] = installed;
  if (first === undefined)
    throw errors.E_OPENAPI_COMPILER({
      reason: 'TypeScript is not installed',
      action: 'Run `npm install --save-dev typescript`',
    });
  for (const { name, version } of installed) {
    const adapter = adapterOf(version);
    if (adapter === undefined) continue;
    const [load, { TypeScriptReader }] = await Promise.all([adapter(), import('./reader/typescript-reader.ts')]);
    return new TypeScriptReader(await load(folder, name), version, config, known);
  }
  throw errors.E_OPENAPI_COMPILER({
    reason: `there is no adapter for TypeScript ${first.version}`,
    action: `Install TypeScript ${Object.keys(adapters).join(' or ')}, or run \`npm install --save-dev @typescript/typescript6\` to have version 6 beside it`,
  });
};

const installedIn = (folder: string, name: string): Installed | null => {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`);
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
    return { name, version };
  } catch {
    return null;
  }
};
