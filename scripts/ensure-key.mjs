// Gives an application of this repository the key it signs with, as `npm create taproot` gives a new one: an APP_KEY in its
// .env, unless one is there or in the environment. `node scripts/ensure-key.mjs <folder>`
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const file = join(resolve(process.argv[2] ?? '.'), '.env');
const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
if (!process.env.APP_KEY && !/^APP_KEY=./m.test(text)) {
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  appendFileSync(file, `${start}APP_KEY=${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
}
