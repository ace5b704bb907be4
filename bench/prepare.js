// Makes `npm run bench` work on a fresh machine: installs what is missing, here and above, and compiles what is measured.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));

const plugins = [
  'routing',
  'fastify',
  'cors',
  'log',
  'devtools',
  'redis',
  'throttle',
  'lang',
  'validation',
  'database',
  'auth',
  'crypt',
  'cache',
  'session',
  'queue',
  'views',
  'console',
];

const read = (/** @type {string} */ manifest) => JSON.parse(readFileSync(manifest, 'utf8'));

/** Ends when a peer has another version than what stands under our plugins: the comparison would be of versions. */
const checkPeers = () => {
  const peers = read(`${here}package.json`).dependencies;
  for (const plugin of plugins) {
    const { dependencies, devDependencies } = read(`${root}plugins/${plugin}/package.json`);
    const own = { ...devDependencies, ...dependencies };
    const other = Object.keys(peers).filter((name) => name in own && own[name].replace('^', '') !== peers[name]);
    if (other.length === 0) continue;
    console.error(`bench/package.json must have the versions of plugins/${plugin}/package.json: ${other.join(', ')}.`);
    process.exit(1);
  }
};

/** Runs a command with its output on standard error, so that standard output holds the table alone. */
const run = (/** @type {string} */ command, /** @type {string[]} */ args, /** @type {string} */ cwd) => {
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(`The bench cannot run: \`${command} ${args.join(' ')}\` failed in ${cwd}.`);
  process.exit(status ?? 1);
};

const isInstalled = () => {
  const installed = `${here}node_modules/.package-lock.json`;
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${here}package-lock.json`).mtimeMs;
};

const changedAt = (/** @type {string} */ file) => statSync(`${root}${file}`).mtimeMs;

/** Whether nothing of what it is made of has changed since. */
const isBuilt = (/** @type {string} */ name) => {
  const built = `${name}/dist/index.js`;
  if (!existsSync(`${root}${built}`)) return false;
  const sources = readdirSync(`${root}${name}/src`, { recursive: true }).map((file) => `${name}/src/${file}`);
  return [...sources, 'scripts/build.mjs'].every((file) => changedAt(file) <= changedAt(built));
};

checkPeers();
run(process.execPath, ['scripts/ensure-deps.mjs'], root);
if (!isInstalled()) run('npm', ['ci', '--no-audit', '--no-fund'], here);
// Not among the others: the bench takes OpenTelemetry from the root, and has no version of its own.
if (!['core', ...[...plugins, 'otel'].map((plugin) => `plugins/${plugin}`)].every(isBuilt))
  run('npm', ['run', 'build'], root);
run('npx', ['tsc', '-b', 'app-skeleton'], root);
// The search of routes is measured too, which no package exports; its dependencies are those of the package.
const { build } = await import('esbuild');
await build({
  entryPoints: [`${here}internals/router.ts`],
  outdir: `${here}internals`,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
});
