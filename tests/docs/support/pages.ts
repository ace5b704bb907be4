import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './code-blocks.ts';

/** Every page under docs/, such as `docs/routing.md` or `docs/concepts/errors.md`, in order. */
export const docPages: readonly string[] = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file.replaceAll('\\', '/')}`)
  .toSorted();
