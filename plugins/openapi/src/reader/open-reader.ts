import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { errors } from '../errors.ts';
import type { KnownErrors, TypeReader } from './type-reader.ts';

/** The application whose code is read. */
export interface Code {
  /** Its folder, with package.json. */
  readonly folder: string;
  /** Path of its tsconfig.json. */
  readonly config: string;
}

/** Major and minor versions of TypeScript that there is an adapter for. */
const adapters: Readonly<Record<string, () => Promise<Adapter>>> = {
  '7.0': async () => {
    const [{ loadTypeScript7 }, { TypeScript7Reader }] = await Promise.all([
      import('../typescript-7/load.ts'),
      import('../typescript-7/reader.ts'),
    ]);
    return async ({ folder, config }, version, known) =>
      new TypeScript7Reader(await loadTypeScript7(folder), version, config, known);
  },
};

type Adapter = (code: Code, version: string, known: KnownErrors) => Promise<TypeReader>;

/**
 * Opens the application's code with the TypeScript that the application has.
 * @throws E_API_COMPILER without TypeScript, for a version that there is no adapter for, and for a tsconfig.json that is
 * not right; E_API_CODE for code that cannot be parsed.
 */
export const openReader = async (code: Code, known: KnownErrors): Promise<TypeReader> => {
  const version = versionIn(code.folder);
  const load = adapters[version.split('.').slice(0, 2).join('.')];
  if (load === undefined)
    throw errors.E_API_COMPILER({
      reason: `there is no adapter for TypeScript ${version}`,
      action: `Install one of these versions: ${Object.keys(adapters).join(', ')}`,
    });
  return (await load())(code, version, known);
};

const versionIn = (folder: string): string => {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve('typescript/package.json');
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version;
  } catch (cause) {
    throw errors.E_API_COMPILER(
      { reason: 'TypeScript is not installed', action: 'Run `npm install --save-dev typescript`' },
      { cause },
    );
  }
};
