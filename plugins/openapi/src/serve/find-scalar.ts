import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const file = join('node_modules', '@scalar', 'api-reference', 'dist', 'browser', 'standalone.js');

/** The script of @scalar/api-reference for browsers, as a folder or one above it has it installed; null where none has. */
export const findScalar = (folder: string): string | null => {
  const found = join(folder, file);
  if (existsSync(found)) return found;
  const above = dirname(folder);
  return above === folder ? null : findScalar(above);
};
