import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AnyPlugin, languageTag } from '@taproot/core/plugin';
import { listFiles } from '../catalog/list-files.ts';
import { pathOf } from '../catalog/read-file.ts';

/** A language file that a plugin brings. */
export interface OfferedFile {
  readonly locale: string;
  /** Where it lies, absolute. */
  readonly source: string;
  /** Where it belongs, from the directory of the language files: `de/validation.json`. */
  readonly path: string;
}

/** The language files of all plugins, in plugin order. */
export const offeredFiles = async (plugins: readonly AnyPlugin[]): Promise<OfferedFile[]> => {
  const offered: OfferedFile[] = [];
  for (const { locales } of plugins) {
    const folder = locales?.();
    if (!(folder instanceof URL)) continue;
    const root = fileURLToPath(folder);
    const { files } = await listFiles(root);
    for (const file of files)
      offered.push({ locale: languageTag(file.locale), source: join(root, pathOf(file)), path: pathOf(file) });
  }
  return offered;
};
