// Real path: a deployment, a restart, a container that scales up: from starting node to the first reply. The skeleton as
// `npm run build` and `npm run start:production` run it, all its plugins and a SQLite file that has its tables. Beside the
// parts it is made of, bare: Koa, @koa/router and koa-body with one route.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareBoots } from '../lib/compare-boots.js';

export const about = 'From starting node to the first reply: the compiled skeleton';

const against = 'Koa + @koa/router + koa-body';

/** @type {import('../lib/cases.js').Case['run']} */
export const run = async ({ functions }) => {
  const folder = mkdtempSync(join(tmpdir(), 'taproot-boot-'));
  const env = {
    DATABASE_URL: `sqlite:${join(folder, 'database.sqlite')}`,
    APP_KEY: 'a key of the bench, and of nothing else',
  };
  const skeleton = new URL('../../app-skeleton/dist/main.js', import.meta.url);
  /** @type {import('../lib/compare-boots.js').BootVariant[]} */
  const variants = [
    { name: against, main: new URL('../boot/koa.js', import.meta.url), shows: /^Koa$/ },
    { name: 'skeleton', main: skeleton, env, against, shows: /<title>/ },
    { name: 'skeleton on Fastify', main: skeleton, env: { ...env, HTTP_DRIVER: 'fastify' }, against, shows: /<title>/ },
  ];
  try {
    return await compareBoots(variants, functions);
  } finally {
    rmSync(folder, { recursive: true });
  }
};
