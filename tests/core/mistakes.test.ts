import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { oldNode } from '../../core/src/refuse-old-node.ts';

const root = join(import.meta.dirname, '../..');

/** What an application in plain JavaScript may look like; each is a file of one folder. */
const files = {
  'package.json': '{ "type": "module" }',
  'routes/web.js': 'export const web = () => 1;\n',
  'routes/broken.js': 'export const a = 1;\nretrun a b;\n',
  'routes/broken.ts': 'export const a = 1;\n  const b == 2;\n',
  'missing-file.js': "// routes\nimport { web } from './routes/wep.js';\n",
  'missing-package.js': "import { nothing } from 'nopackage/deep';\n",
  'missing-export.js': "import {\n  wbe,\n} from './routes/web.js';\n",
  'syntax.ts': "import { a } from './routes/broken.ts';\n\nconsole.log(a);\n",
  'import-time.js':
    "import { createFacades } from '@taproot/core';\nconst { facades } = createFacades();\nfacades.Route();\n",
  // Tries each of the files it is given, and writes what run() would.
  'explain-all.js': `
import { explain } from '@taproot/core/internal';
const told = {};
for (const file of process.argv.slice(2)) await import('./' + file).catch((error) => (told[file] = explain(error)));
process.stdout.write(JSON.stringify(told));
`,
  'run-idle.js':
    "import { setup } from '@taproot/core';\nimport { run } from '@taproot/core/run';\nawait run(() => setup().create());\n",
  'run-broken.js': "import { run } from '@taproot/core/run';\nawait run(() => import('./imports-broken.js'));\n",
  'imports-broken.js': "import { a } from './routes/broken.js';\nexport const boot = a;\n",
  'run-rejects.js': `
import http from 'node:http';
import { setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { run } from '@taproot/core/run';
const web = definePlugin({
  name: 'web',
  apply(app) {
    let server;
    app.hooks.start.tap('web', () => void (server = http.createServer().listen(0)));
    app.hooks.start.tap('web', () => void setTimeout(() => void Promise.reject(new Error('forgot'))));
    app.hooks.shutdown.tap('web', () => void server.close());
  },
});
await run(() => setup(null, { env: { APP_ENV: 'development' } }).withPlugins([web]).create());
`,
};

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let folder = '';

const runNode = async (...args: string[]): Promise<Ended> => {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', APP_ENV: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, stdout, stderr };
};

beforeAll(async () => {
  await mkdir(join(root, 'tests/.tmp'), { recursive: true });
  folder = await mkdtemp(join(root, 'tests/.tmp/mistakes-'));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), content);
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('E_SOURCE: an import that fails has its place, its source and the nearest name', async () => {
  const { stdout } = await runNode(
    '--import',
    'tsx',
    'explain-all.js',
    'missing-file.js',
    'missing-package.js',
    'missing-export.js',
    'syntax.ts',
    'import-time.js',
  );
  expect(JSON.parse(stdout)).toEqual({
    'missing-file.js': `E_SOURCE: missing-file.js:2:21: There is no file ${folder}/routes/wep.js. Did you mean "web.js"?

    1 | // routes
  > 2 | import { web } from './routes/wep.js';
      |                     ^

  fix: Correct the path of the import; it needs the extension of the file.`,
    'missing-package.js': `E_SOURCE: missing-package.js:1:25: The package "nopackage" is not installed.

  > 1 | import { nothing } from 'nopackage/deep';
      |                         ^

  fix: Install it, \`npm install nopackage\`, or correct its name.`,
    'missing-export.js': expect.stringMatching(
      /^E_SOURCE: missing-export\.js:\d+:\d+: "\.\/routes\/web\.js" does not export "wbe"\. Did you mean "web"\?\n/,
    ),
    'syntax.ts': `E_SOURCE: routes/broken.ts:2:11: Expected ";" but found "==".

    1 | export const a = 1;
  > 2 |   const b == 2;
      |           ^

  fix: Correct this line.`,
    'import-time.js': `E_FACADES_UNBOUND: facades.Route() was used while no application is bound to these facades.
  at import-time.js:3
  fix: Use it inside withRouting(), withCallback() or a handler: create() binds the facades and close() releases them. Give builder steps the function itself, withRouting(web), not its result, withRouting(web()).`,
  });
});

test('F2: an application in which nothing listens says so, and exits with 1', async () => {
  expect(await runNode('run-idle.js')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^E_NOTHING_RUNS: Nothing keeps this application running: no plugin opened a server\.\n {2}fix: Add routing\(\) .*\n$/,
    ),
  });
});

test('a file of plain JavaScript that cannot be parsed is shown as Node shows it, under one line of ours', async () => {
  const { code, stderr } = await runNode('run-broken.js');
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^E_SOURCE: A file of the application is not valid JavaScript:\n.*routes\/broken\.js:2\nretrun a b;\n/,
  );
});

test('a rejection that nothing handles is reported with what it does to the process', async () => {
  const { code, stderr } = await runNode('run-rejects.js');
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^\[process\] Error: forgot\n {4}at .*run-rejects\.js:\d+[^]*\n {2}This ends the process with 1\. Catch it where it is thrown, or await/,
  );
  expect(stderr).not.toMatch(/\/core\/(?:src|dist)\//);
});

describe('E-11: the version of Node', () => {
  test.each(['18.20.4', '20.0.0', '20.18.9', '16.0.0', '9.99.0', '20', 'unknown'])(
    '%s is refused in a sentence',
    (version) => {
      expect(oldNode(version)).toBe(`Taproot needs Node 20.19 or newer; this is ${version}.`);
    },
  );

  test.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0', '100.0.0'])('%s is not', (version) => {
    expect(oldNode(version)).toBeNull();
  });

  test('is checked by what every program begins with, before anything of the framework is imported', async () => {
    const source = (path: string) => readFile(join(root, path), 'utf8');
    const imports = (content: string) =>
      [...content.matchAll(/^import (?!type)[^;]*?'([^']+)';$/gm)].map(([, from]) => from);
    expect(imports(await source('core/src/run.ts'))).toEqual(['./refuse-old-node.ts']);
    expect(imports(await source('core/src/refuse-old-node.ts'))).toEqual([]);
    expect(imports(await source('create-taproot/bin/create-taproot.js'))).toEqual(['./check-node.js']);
    expect(imports(await source('plugins/console/bin/taproot.js'))[0]).toBe('./check-node.js');
    expect(imports(await source('create-taproot/standalone/scripts/set-up.mjs'))[0]).toBe('./check-node.mjs');
    for (const main of ['app-skeleton/main.ts', 'examples/conduit/main.ts'])
      expect(imports(await source(main))).toEqual(['@taproot/core/run']);

    const check = await source('plugins/console/bin/check-node.js');
    expect(imports(check)).toEqual([]);
    for (const copy of ['create-taproot/bin/check-node.js', 'create-taproot/standalone/scripts/check-node.mjs'])
      expect(await source(copy)).toBe(check);
    const { engines } = JSON.parse(await source('core/package.json')) as { engines: { node: string } };
    expect(engines.node).toBe('>=20.19');
    expect(check).toContain('major === 20 && minor < 19');
  });
});
