import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..', '..');
const mounts = join(root, 'tools', 'mounts');
const runtimes = join(root, 'tools', 'runtimes', 'node_modules');

/** What a host must leave as it is. */
interface Expected {
  readonly ip: string;
  /** The path of the application as clients see it. */
  readonly base: string;
  /** The query `q=a%20b` as the server writes it anew. */
  readonly query?: string;
  /** Checks that cannot hold. */
  readonly without?: readonly string[];
}

interface Checks {
  checkHost(url: string, expected: Expected): Promise<string[]>;
  checkClose(url: string, close: () => Promise<readonly unknown[]>): Promise<{ faults: string[]; seconds: number }>;
  checkSocket(url: string, base: string): Promise<{ readonly ended: Promise<unknown> }>;
}

/** A process that has the application. */
interface Host {
  readonly command: readonly string[];
  readonly folder?: string;
  readonly base?: string;
  readonly query?: string;
  /** Whether WebSockets reach the application. */
  readonly sockets: boolean;
  readonly without?: readonly string[];
}

/** Deno looks for the packages of a file in the nearest package.json, which is not that of the repository. */
const folderOfDeno = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'taproot-hosts-'));
  cpSync(join(mounts, 'hosts'), folder, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const dependencies = Object.fromEntries(
    ['@taproot/core', '@taproot/routing', '@taproot/validation', 'ws'].map((name) => [name, '*']),
  );
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
  return folder;
};

const own = join(mounts, 'hosts');
const parsed = ['a body that is too large'];

const hostsOf = (deno: string): Readonly<Record<string, Host>> => {
  const inNode = (name: string): Host => ({ command: [process.execPath, 'in-node.mjs', name], sockets: true });
  const inDeno = [join(runtimes, 'deno', 'deno'), 'run', '--allow-all', '--no-lock', '--node-modules-dir=manual'];
  return {
    'a server of Node': inNode('a server of Node'),
    'Express 5': inNode('Express 5'),
    'Express 5 with parsers': inNode('Express 5 with parsers'),
    Koa: inNode('Koa'),
    'Koa with a parser': inNode('Koa with a parser'),
    Fastify: inNode('Fastify'),
    Hono: inNode('Hono'),
    'Next, a route handler': {
      command: [process.execPath, 'next.mjs'],
      base: '/taproot',
      query: 'q=a+b',
      sockets: false,
    },
    'Bun, node:http': { command: [join(runtimes, 'bun', 'bin', 'bun'), 'serve.mjs', 'node'], sockets: true },
    'Bun.serve()': { command: [join(runtimes, 'bun', 'bin', 'bun'), 'serve.mjs', 'web'], sockets: false },
    'Deno, node:http': { command: [...inDeno, 'serve.mjs', 'node'], folder: deno, sockets: true },
    'Deno.serve()': { command: [...inDeno, 'serve.mjs', 'web'], folder: deno, sockets: false },
  };
};

const lines = (child: ChildProcess) => {
  if (child.stdout === null) throw new TypeError('The process has no output.');
  const all = createInterface(child.stdout)[Symbol.asyncIterator]();
  return async (): Promise<unknown> => {
    // Some programs write lines of their own.
    for (;;) {
      const { value, done } = await all.next();
      if (done === true) throw new Error('The process has ended.');
      if (value.startsWith('{')) return JSON.parse(value);
    }
  };
};

/** The application in other servers and runtimes: requests of each kind, an event stream and a WebSocket, and the shutdown. */
export const run = async (): Promise<readonly string[]> => {
  for (const folder of [mounts, join(root, 'tools', 'runtimes')])
    if (!existsSync(join(folder, 'node_modules'))) spawnSync('npm', ['ci'], { cwd: folder, stdio: 'inherit' });
  const build = (cwd: string, ...command: string[]): void => {
    const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
    const { status } = spawnSync('npx', command, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error(`The build of ${cwd} failed.`);
  };
  spawnSync('npm', ['run', '-s', 'build'], { cwd: root, stdio: 'inherit' });
  if (!existsSync(join(mounts, 'next', '.next', 'BUILD_ID'))) build(join(mounts, 'next'), 'next', 'build');
  const checks = (await import(join(own, 'check.mjs'))) as Checks;
  const faults: string[] = [];
  const seen: Record<string, object> = {};
  const deno = folderOfDeno();
  for (const [
    name,
    { command, folder = own, base = '/api', query = 'q=a%20b', sockets, without = [] },
  ] of Object.entries(hostsOf(deno))) {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
    const limit = setTimeout(() => child.kill('SIGKILL'), 60_000);
    try {
      const next = lines(child);
      const { url } = (await next()) as { url: string };
      const parsers = name.includes('parser') ? parsed : [];
      const found = await checks.checkHost(url, { ip: '127.0.0.1', base, query, without: [...without, ...parsers] });
      const socket = sockets ? await checks.checkSocket(url, base) : null;
      const closed = await checks.checkClose(url, async () => {
        child.stdin?.write('close\n');
        const { failures, order, reported } = (await next()) as Record<string, readonly string[]>;
        if (order?.join() !== 'start,shutdown') found.push(`its life cycle was ${order?.join()}`);
        if (reported?.join() !== 'broken') found.push(`it reported ${reported?.join()}`);
        return failures ?? [];
      });
      const code = socket === null ? '' : await socket.ended;
      if (socket !== null && code !== 1001) found.push(`its WebSocket ended with ${String(code)}`);
      faults.push(...[...found, ...closed.faults].map((fault) => `${name}: ${fault}`));
      seen[name] = { 'closed after': `${closed.seconds.toFixed(2)} s`, 'WebSocket ends with': code };
    } catch (error) {
      faults.push(`${name}: ${String(error)}`);
    } finally {
      clearTimeout(limit);
      child.kill('SIGKILL');
    }
  }
  rmSync(deno, { recursive: true });
  console.table(seen);
  return faults;
};
