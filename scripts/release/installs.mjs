import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../packages/run.mjs';
import { managers, runtimes, versionOf } from './managers.mjs';
import { outcome } from './outcome.mjs';

/** Imports every package, boots an application, sends it a request and closes it. */
const program = (names) => `${names.map((name) => `await import('${name}');`).join('\n')}
const { setup } = await import('@taproot/core');
const { routing } = await import('@taproot/routing');
const app = await setup()
  .withPlugins([routing()])
  .withRouting((route) => {
    route.get('/hello/{name}', (ctx) => ({ hello: ctx.request().route('name') }));
  })
  .create({ env: { APP_ENV: 'testing', HOST: '127.0.0.1', PORT: '0' } });
await app.open();
const reply = await fetch(app.facades.Http().address.url + '/hello/world');
const text = await reply.text();
await app.close();
if (text !== '{"hello":"world"}') throw new Error('The application answered ' + reply.status + ': ' + text);
console.log('answered');
process.exit(0);
`;

/** What peers of others our packages need, by name: the manager of an application must be given them. */
const peersOf = (folder, workspaces) => {
  const peers = {};
  for (const { location } of workspaces) {
    const { peerDependencies = {}, peerDependenciesMeta = {} } = JSON.parse(
      readFileSync(join(folder, location, 'package.json'), 'utf8'),
    );
    for (const [name, range] of Object.entries(peerDependencies))
      if (peerDependenciesMeta[name]?.optional !== true) peers[name] = range;
  }
  return peers;
};

const installWith = async (manager, place, { tarballs, peers, names }) => {
  const version = await versionOf(manager.name, place);
  if (version === null)
    return { manager: manager.name, version: 'not installed', installs: 'skipped', answers: 'skipped' };
  const app = join(place, manager.name);
  mkdirSync(app);
  const manifest = { name: 'app', private: true, type: 'module', dependencies: { ...peers, ...tarballs } };
  writeFileSync(join(app, 'package.json'), JSON.stringify({ ...manifest, ...manager.manifest?.(tarballs) }));
  for (const [file, text] of Object.entries(manager.files(tarballs))) writeFileSync(join(app, file), text);
  writeFileSync(join(app, 'main.mjs'), program(names));
  const variables = await manager.variables?.();
  const installs = await outcome(() => run(manager.name, manager.args, { cwd: app, variables }));
  if (installs.startsWith('NO')) return { manager: manager.name, version, installs, answers: 'skipped' };
  return {
    manager: manager.name,
    version,
    installs,
    answers: await outcome(() => run(process.execPath, ['main.mjs'], { cwd: app })),
  };
};

const runOn = async ({ name, program, args }, app) => {
  const version = await versionOf(program, app);
  if (version === null) return { runtime: name, version: 'not installed', answers: 'skipped' };
  return { runtime: name, version, answers: await outcome(() => run(program, [...args, 'main.mjs'], { cwd: app })) };
};

/** Installs the tarballs with each package manager, then runs an application on each runtime. */
export const tryInstalls = async (place, { folder, workspaces, files }) => {
  const tarballs = Object.fromEntries(files.map(({ name, path }) => [name, `file:${path}`]));
  const names = Object.keys(tarballs).filter((name) => name !== 'create-taproot');
  const others = peersOf(folder, workspaces);
  const peers = Object.fromEntries(Object.entries(others).filter(([name]) => !(name in tarballs)));
  const installed = [];
  for (const manager of managers) installed.push(await installWith(manager, place, { tarballs, peers, names }));
  const ran = [];
  if (installed[0].installs.startsWith('yes'))
    for (const runtime of runtimes) ran.push(await runOn(runtime, join(place, 'npm')));
  return { installed, ran };
};
