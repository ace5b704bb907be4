// Packs every public package, installs the tarballs into an empty directory, and serves a request there: what is
// published must work without this repository.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const directory = mkdtempSync(join(tmpdir(), 'taproot-packages-'));
const npm = (args, cwd) => execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const listed = JSON.parse(npm(['query', '.workspace'], root));
const packages = listed.filter(({ private: hidden }) => hidden !== true);

try {
  const tarballs = packages.map(({ location }) => {
    const [{ filename, files }] = JSON.parse(
      npm(['pack', '--json', '--pack-destination', directory], join(root, location)),
    );
    const strays = files
      .map(({ path }) => path)
      .filter((path) => !/^(?:dist\/|bin\/|lang\/|package\.json$|README|LICENSE)/.test(path));
    if (strays.length > 0) throw new Error(`${location} would publish ${strays.join(', ')}`);
    return `./${filename}`;
  });
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  npm(['install', '--no-audit', '--no-fund', '--silent', ...tarballs], directory);
  writeFileSync(
    join(directory, 'main.js'),
    `import { setup } from '@taproot/core';
import { routing } from '@taproot/routing';
const app = await setup().withPlugins([routing()]).withConfig({ http: { port: 0 } })
  .withRouting((route) => route.get('/hello/{name}', (ctx) => ctx.response().string(200, 'Hello, ' + ctx.request().route('name'))))
  .create();
await app.open();
const reply = await fetch(app.facades.Http().address().url + '/hello/packages');
console.log(reply.status, await reply.text());
await app.close();
`,
  );
  const output = execFileSync(process.execPath, ['main.js'], {
    cwd: directory,
    encoding: 'utf8',
    env: { ...process.env, APP_ENV: 'testing' },
  }).trim();
  if (output !== '200 Hello, packages') throw new Error(`The installed packages answered: ${output}`);
  console.log(`${packages.length} packages pack, install and serve (${workspaces.length} workspace patterns).`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
