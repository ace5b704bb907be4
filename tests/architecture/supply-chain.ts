import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isBelow, Lockfile } from './lockfile.ts';

const root = join(import.meta.dirname, '..', '..');

/** The first versions without the known holes of these packages; wherever in the tree they are, none may be older. */
export const minimums: Readonly<Record<string, string>> = {
  koa: '3.1.2',
  'path-to-regexp': '8.4.0',
  fastify: '5.8.3',
  'find-my-way': '9.7.0',
  '@fastify/static': '10.1.3',
  'i18next-fs-backend': '2.6.6',
  validator: '13.15.22',
  formidable: '3.5.3',
  jose: '6.0.0',
  qs: '6.14.1',
};

/** Packages of others that each of ours brings along: those it asks for, and all of them on one platform. */
export const budgets: Readonly<Record<string, readonly [direct: number, all: number]>> = {
  core: [1, 1],
  client: [0, 0],
  'plugins/account': [4, 32],
  'plugins/auth': [2, 4],
  'plugins/cache': [1, 25],
  'plugins/console': [4, 10],
  'plugins/dev': [1, 14],
  'plugins/cors': [0, 35],
  'plugins/crypt': [0, 1],
  'plugins/schedule': [1, 2],
  'plugins/security': [0, 35],
  'plugins/session': [0, 35],
  'plugins/database': [3, 5],
  'plugins/fastify': [1, 82],
  'plugins/devtools': [0, 35],
  'plugins/health': [0, 35],
  'plugins/broadcast': [0, 35],
  'plugins/koa': [5, 125],
  'plugins/lang': [2, 2],
  'plugins/mail': [2, 20],
  'plugins/storage': [2, 35],
  'plugins/events': [0, 1],
  'plugins/webhooks': [0, 5],
  'plugins/masking': [0, 0],
  'plugins/mcp': [1, 38],
  'plugins/openapi': [3, 44],
  'plugins/log': [1, 48],
  'plugins/otel': [1, 14],
  'plugins/queue': [0, 19],
  'plugins/redis': [0, 1],
  'plugins/routing': [10, 35],
  'plugins/testing': [2, 36],
  'plugins/throttle': [2, 2],
  'plugins/websocket': [1, 42],
  'plugins/validation': [6, 7],
  'plugins/views': [1, 36],
  'plugins/vite': [0, 35],
  'plugins/workers': [0, 0],
  'create-taproot': [2, 7],
};

/** Licences that ask for no more than to be named. */
export const permissive: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  '(MIT OR CC0-1.0)',
]);

/** Our packages, as they stand on the disk. */
export const workspaces = (): string[] =>
  ['core', 'client', ...readdirSync(join(root, 'plugins')).map((name) => `plugins/${name}`), 'create-taproot'].filter(
    (folder) => existsSync(join(root, folder, 'package.json')),
  );

export const readLock = (file = 'package-lock.json'): Lockfile => Lockfile.read(join(root, file));

/** Locked packages that are older than they may be. */
export const tooOld = (lock: Lockfile, allowed: Readonly<Record<string, string>> = minimums): string[] =>
  lock
    .all()
    .filter(({ name, version = '0' }) => isBelow(version, allowed[name] ?? '0'))
    .map(({ path, name, version }) => `${path} ${version}, at least ${allowed[name]}`);

/** Packages of the platform it runs on: of a family of them one is installed. */
const isPlatform = ({ os, cpu }: { os?: readonly string[]; cpu?: readonly string[] }): boolean =>
  os !== undefined || cpu !== undefined;

/** How many packages of others one of ours brings along, and under which licences. */
export const burdenOf = (lock: Lockfile, workspace: string) => {
  const production = lock.production(workspace);
  const platform = production.filter(isPlatform);
  return {
    direct: lock.direct(workspace).length,
    all: production.length - platform.length + (platform.length > 0 ? 1 : 0),
    licences: [...new Set(production.map(({ license }) => license ?? 'none'))].toSorted(),
  };
};
