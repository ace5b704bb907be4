import type { Attack } from './attack.ts';
import { bodies } from './rows/bodies.ts';
import { files } from './rows/files.ts';
import { headers } from './rows/headers.ts';
import { plugins } from './rows/plugins.ts';
import { routing } from './rows/routing.ts';
import { uploads } from './rows/uploads.ts';

/** Every row of the catalogue that one request, or one connection, can carry. */
export const attacks: readonly Attack[] = [...routing, ...files, ...bodies, ...uploads, ...headers, ...plugins];
