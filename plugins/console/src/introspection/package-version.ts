import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasCode } from '@taproot/core';

/** The used fields of a package.json. */
export interface PackageManifest {
  readonly name?: string;
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** A package.json, or null if there is none. */
export const readManifest = (file: string | URL): PackageManifest | null => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PackageManifest;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
};

/** The manifest of an installed package, resolved from `folder`; null when it is not installed. */
export const installedPackage = (folder: string, name: string): PackageManifest | null => {
  const manifest = readManifest(join(folder, 'node_modules', name, 'package.json'));
  const parent = dirname(folder);
  return manifest ?? (parent === folder ? null : installedPackage(parent, name));
};
