import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { message, socket } from '@taproot/websocket';
import { serve } from '../client/serve.ts';
import { boot } from '../client/shop/boot.ts';
import { open } from '../websocket/support/application.ts';

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

const everywhere = socket({
  path: '/everywhere/{id}',
  join: (ctx) => ({ name: ctx.request().query('as') }),
  receives: { say: { text: 'required|string|max:10' }, cut: {} },
  sends: message<{ said: { from: string; text: string } }>(),
  on: {
    say: ({ text }, client) => client.room.send('said', { from: client.joined.name, text }),
    cut: (_data, client) => client.close(1012),
  },
});

/** The same checks of the built clients in each runtime, against one server. Node 20 has no WebSocket. */
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
  const sockets = await open({}, (route) => route.socket(everywhere));
  const socketClient = pathToFileURL(join(root, 'client/dist/socket.js')).href;
  for (const [name, [program, ...flags]] of Object.entries(runtimes)) {
    const checks = [
      ['calls', 'everywhere.js', ...files, url],
      ...(name === 'Node 20' ? [] : [['sockets', 'socket-everywhere.js', socketClient, sockets.url]]),
    ];
    for (const [what, file = '', ...rest] of checks) {
      const args = [...flags, join(root, 'tests/client', file), ...rest];
      try {
        const { stdout } = await promisify(execFile)(program, args, { timeout: 60_000 });
        const found = JSON.parse(stdout) as string[];
        console.log(`${name}, ${what}: ${found.length === 0 ? 'all checks hold' : found.join('; ')}`);
        faults.push(...found.map((fault) => `${name}, ${what}: ${fault}`));
      } catch (error) {
        faults.push(`${name}, ${what}: ${String(error)}`);
      }
    }
  }
  await sockets.app.close();
  server.closeAllConnections();
  server.close();
  await app.close();
  return faults;
};
