import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { freePort } from '../support/free-port.ts';
import { taproot } from '../support/program.ts';
import { call } from './support.ts';

// Each call starts a process, which takes seconds on a busy machine.
jest.setTimeout(60_000);

const root = join(import.meta.dirname, '..', '..');
const temporary = join(root, 'tests', '.tmp');

/** A copy of the skeleton in the repository, so that it finds the packages. */
const copySkeleton = (): string => {
  mkdirSync(temporary, { recursive: true });
  const folder = mkdtempSync(join(temporary, 'mcp-'));
  cpSync(join(root, 'app-skeleton'), folder, { recursive: true });
  return folder;
};

const environment = (variables: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, APP_ENV: 'development', APP_KEY: 'k'.repeat(32), ...variables };
};

/** A client of `npx taproot mcp` in a folder. */
const connect = async (cwd: string, variables: Readonly<Record<string, string>> = {}): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' });
  const env = environment(variables);
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [taproot, 'mcp'], cwd, env }));
  return client;
};

describe('in the skeleton', () => {
  let folder = '';
  let client: Client;
  let server: ChildProcess;

  beforeAll(async () => {
    folder = copySkeleton();
    const web = join(folder, 'routes/web.ts');
    const source = readFileSync(web, 'utf8');
    writeFileSync(
      web,
      source.replace(
        '  route.static(',
        `  route.get('/broken', () => {
    throw new TypeError('No bed.');
  });
  route.static(`,
      ),
    );
    const port = String(await freePort());
    const env = environment({ PORT: port });
    const migrated = spawn(process.execPath, [taproot, 'migrate'], { cwd: folder, env, stdio: 'ignore' });
    await once(migrated, 'exit');
    server = spawn(process.execPath, [taproot, 'serve'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
    if (server.stdout === null) throw new Error('The server has no output.');
    for await (const line of createInterface(server.stdout)) if (line.includes('Devtools:')) break;
    for (const path of ['/api/pots', '/broken']) await fetch(`http://127.0.0.1:${port}${path}`);
    client = await connect(folder, { PORT: port });
  });

  afterAll(async () => {
    await client.close();
    server.kill();
    await once(server, 'exit');
    rmSync(folder, { recursive: true });
  });

  test('there are nine tools, which take few tokens and say what they change', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'application',
      'routes',
      'hooks',
      'config',
      'errors',
      'requests',
      'database',
      'docs',
      'generate',
    ]);
    expect(JSON.stringify(tools).length / 4).toBeLessThan(1600);
    const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
    expect(writing.map(({ name }) => name)).toEqual(['generate']);
    expect(client.getInstructions()).toMatch(/does not boot/);
  });

  test.each([
    ['application', {}, /^ {2}Environment +development$[^]*^What each plugin adds$[^]*^routing {2}@taproot\/routing/m],
    [
      'routes',
      { path: 'login' },
      /^POST \/api\/login · name login · handler AuthController\.login · middleware .*throttle:login · routes\/api\.ts:\d+$/,
    ],
    ['routes', { path: 'nowhere' }, /^No route fits\.$/],
    ['hooks', { hook: 'http.route' }, /^http\.route +SyncHook +route\n +cors$/],
    ['config', { key: 'http.port' }, /^\d+$/],
    ['config', { key: 'app' }, /^ {2}key +\*+.*$/m],
    ['config', { key: 'http' }, /^ {2}driver +koa {2}withConfig\(\)$/m],
    [
      'errors',
      {},
      /^The application boots\.\n#2 GET \/broken 500 [^]*^ {2}TypeError: No bed\.\n {2}at routes\/web\.ts:\d+\n {4}\S.*routes\/web\.ts:\d+:\d+/m,
    ],
    ['requests', { limit: 1 }, /^#2 GET \/broken 500 [^#]*$/],
    ['requests', { failed: true }, /^#1 GET \/api\/pots 404 [\d.]+ ms\n {2}why: No route has the path .*Did you mean/m],
    ['requests', { id: 1 }, /^#1 GET \/api\/pots 404[^]*^ +middleware log [\d.]+ ms$/m],
    [
      'database',
      {},
      /^Connection sqlite: sqlite [\d.]+\n[^]*^users \(0 rows\): id INTEGER null default, email varchar\(255\)/m,
    ],
    ['database', { sql: 'select 1 as one union select 2', limit: 1 }, /^\{"one":1\}\n1 more rows are left out\.$/],
    ['docs', { query: 'E_THROTTLE_UNKNOWN', limit: 1 }, /^## errors\.md: E_THROTTLE_UNKNOWN\n/],
    ['docs', { query: 'write a migration', limit: 2 }, /^## [a-z]+\.md: Migrations\n/],
    ['docs', { query: 'cors allowed origins', limit: 1 }, /^## cors\.md: Origins\n/],
    ['docs', { query: 'koa middleware', limit: 20 }, /^## [a-z/-]+\.md: /],
    ['generate', {}, /^controller: .* \(--force, --resource\)$/m],
  ])('%s answers %j', async (name, given, expected) => {
    expect(await call(client, name, given)).toEqual({ text: expect.stringMatching(expected), failed: false });
  });

  test.each([
    ['config', { key: 'htp' }, /^E_COMMAND_USAGE: The configuration has no "htp"\. Did you mean "http"\?\n {2}fix: /],
    ['database', { sql: 'delete from users' }, /^E_DATABASE_STATEMENT: /],
    ['database', { sql: '--help' }, /^A statement begins with a word/],
    ['database', { connection: 'nope' }, /^E_\w+: .*nope/],
    ['generate', { kind: 'nope', name: 'Post' }, /^E_COMMAND_UNKNOWN: /],
    ['generate', { kind: 'rule' }, /^`name` is missing/],
    ['generate', { kind: 'x y', name: 'Post' }, /^`kind` is the name/],
    ['generate', { kind: 'rule', name: '--help' }, /^`name` is missing/],
    ['docs', { query: 'zzyzx' }, /^No section/],
    ['docs', {}, /query/],
  ])('%s refuses %j', async (name, given, expected) => {
    expect(await call(client, name, given)).toEqual({ text: expect.stringMatching(expected), failed: true });
  });

  test('generate writes and registers a class, and the next answer has it', async () => {
    const made = await call(client, 'generate', { kind: 'controller', name: 'admin/Bed', options: ['--resource'] });
    expect(made).toEqual({
      text: expect.stringContaining('app/http/controllers/admin/bed-controller.ts'),
      failed: false,
    });
    expect(existsSync(join(folder, 'app/http/controllers/admin/bed-controller.ts'))).toBe(true);
    expect(await call(client, 'generate', { kind: 'controller', name: 'admin/Bed' })).toMatchObject({
      failed: true,
      text: expect.stringMatching(/^E_GENERATE_EXISTS/),
    });
  });
});

describe('in an application that does not boot', () => {
  const broken = async (
    file: string,
    change: (source: string) => string,
    work: (client: Client) => Promise<void>,
  ): Promise<void> => {
    const folder = copySkeleton();
    const place = join(folder, file);
    writeFileSync(place, change(readFileSync(place, 'utf8')));
    const client = await connect(folder);
    try {
      await work(client);
    } finally {
      await client.close();
      rmSync(folder, { recursive: true });
    }
  };

  const mistakes: readonly [string, string, (source: string) => string, RegExp][] = [
    [
      'a syntax error',
      'routes/web.ts',
      (source) => `${source}\nconst = 5;\n`,
      /^E_SOURCE: routes\/web\.ts:\d+:7: [^]*> +\d+ \| const = 5;[^]*fix: /,
    ],
    [
      'an unknown limiter',
      'routes/api.ts',
      (source) => source.replace("throttle('login')", "throttle('logn')"),
      /^E_THROTTLE_UNKNOWN: throttle\("logn"\) at routes\/api\.ts:\d+ .*Did you mean "login"\?\n {2}fix: /,
    ],
    [
      'an error that is thrown',
      'routes/api.ts',
      (source) => `${source}\nthrow new Error('planted');\n`,
      /^Error: planted\n {4}at .*routes\/api\.ts:\d+:\d+/,
    ],
  ];

  test.each(mistakes)('with %s, errors shows it with place and fix', async (_name, file, change, expected) => {
    await broken(file, change, async (client) => {
      const { text: said, failed } = await call(client, 'errors');
      expect(failed).toBe(true);
      expect(said).toMatch(/^The application does not boot:\n\n/);
      expect(said.slice('The application does not boot:\n\n'.length)).toMatch(expected);
    });
  });

  test('each other tool shows the error as well; the documentation is there', async () => {
    const change = (source: string): string => `${source}\nconst = 5;\n`;
    await broken('routes/web.ts', change, async (client) => {
      for (const name of ['application', 'routes', 'hooks', 'config', 'requests', 'database', 'generate'])
        expect([name, await call(client, name)]).toEqual([
          name,
          { text: expect.stringMatching(/^E_SOURCE: routes\/web\.ts:\d+:7: /), failed: true },
        ]);
      expect(await call(client, 'docs', { query: 'throttle' })).toMatchObject({ failed: false });
    });
  });

  test('an answer after the correction is that of the corrected application', async () => {
    const folder = copySkeleton();
    const place = join(folder, 'routes/web.ts');
    const source = readFileSync(place, 'utf8');
    appendFileSync(place, '\nconst = 5;\n');
    const client = await connect(folder);
    try {
      expect(await call(client, 'errors')).toMatchObject({ failed: true });
      writeFileSync(place, source);
      expect(await call(client, 'errors')).toEqual({
        failed: false,
        text: expect.stringMatching(/^The application boots\. Errors of requests are not known:\n\nE_TRACE_SERVER: /),
      });
    } finally {
      await client.close();
      rmSync(folder, { recursive: true });
    }
  });
});

test('Conduit: routes with their rules, and the document of an application without devtools', async () => {
  const client = await connect(join(root, 'examples', 'conduit'));
  try {
    expect((await call(client, 'routes', { name: 'users.register', rules: true })).text).toMatch(
      /^POST \/api\/users · name users\.register .*\n {4}user\.\w+: required/,
    );
    expect(await call(client, 'errors')).toMatchObject({ failed: false });
  } finally {
    await client.close();
  }
});

describe('on standard output', () => {
  const speak = async (cwd: string, variables: Readonly<Record<string, string>>, lines: readonly object[]) => {
    const child = spawn(process.execPath, [taproot, 'mcp'], { cwd, env: environment(variables), stdio: 'pipe' });
    const said = text(child.stdout);
    const told = text(child.stderr);
    const waiting = once(createInterface(child.stdout), 'line');
    for (const line of lines) child.stdin.write(`${JSON.stringify(line)}\n`);
    if (lines.length > 0) await waiting;
    child.stdin.end();
    const [code] = (await once(child, 'exit')) as [number];
    return { code, stdout: await said, stderr: await told };
  };

  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  };

  test('there is nothing but the protocol, and the end of the input ends the process', async () => {
    const { code, stdout } = await speak(join(root, 'app-skeleton'), {}, [initialize]);
    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        jsonrpc: '2.0',
        id: 1,
        result: expect.objectContaining({ protocolVersion: '2025-06-18' }),
      }),
    ]);
  });

  test('outside of an application the error is on standard error', async () => {
    expect(await speak('/', {}, [])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^E_APPLICATION_NOT_FOUND: /),
    });
  });
});
