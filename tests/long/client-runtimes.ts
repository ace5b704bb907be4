import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { serve } from '../client/serve.ts';
import { boot } from '../client/shop/boot.ts';

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'tools', 'runtimes');
const modules = join(folder, 'node_modules');

const runtimes: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'Node 20': [process.execPath],
  'Node 22': [join(modules, 'node22', 'bin', 'node')],
  'Node 24': [join(modules, 'node24', 'bin', 'node')],
  Bun: [join(modules, 'bun', 'bin', 'bun')],
  Deno: [join(modules, 'deno', 'deno'), 'run', '--allow-all', '--no-lock', '--no-config'],
};

/** The same checks of the built client in each runtime, against one server. */
export const run = async (): Promise<readonly string[]> => {
  if (!existsSync(join(modules, 'deno'))) spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
  const { status } = spawnSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) return ['The build failed.'];
  const app = await boot();
  const { server, url } = await serve(app);
  const faults: string[] = [];
  const files = ['client/dist/index.js', 'tests/client/shop/api/routes.js'].map(
    (file) => pathToFileURL(join(root, file)).href,
  );
  for (const [name, [program, ...flags]] of Object.entries(runtimes)) {
    const args = [...flags, join(root, 'tests/client/everywhere.js'), ...files, url];
    try {
      const { stdout } = await promisify(execFile)(program, args, { timeout: 60_000 });
      const found = JSON.parse(stdout) as string[];
      console.log(`${name}: ${found.length === 0 ? 'all checks hold' : found.join('; ')}`);
      faults.push(...found.map((fault) => `${name}: ${fault}`));
    } catch (error) {
      faults.push(`${name}: ${String(error)}`);
    }
  }
  server.closeAllConnections();
  server.close();
  await app.close();
  return faults;
};
