import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hasCode } from '@taproot/core';
import { explain, importOptional, requireOptional } from '@taproot/core/internal';
import { after, lazy } from '@taproot/core/plugin';
import { oldNode } from '../../core/src/refuse-old-node.ts';

describe('mistakes', () => {
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
});

// Left to be found out when it is imported: it is not installed.
const absent: string = 'taproot-no-such-package';

const missing = (cause: unknown): Error => new Error('Install it.', { cause });

test('a package that is installed is imported', async () => {
  const { sep } = await importOptional('node:path', () => import('node:path'), missing);
  expect(sep).toMatch(/^[/\\]$/);
});

test('one that is loaded by require is found missing in the same way', () => {
  const absentHere = Object.assign(new Error("Cannot find module 'ioredis'"), { code: 'MODULE_NOT_FOUND' });
  const load = () => {
    throw absentHere;
  };
  expect(requireOptional('ioredis', () => 'package', missing)).toBe('package');
  expect(() => requireOptional('ioredis', load, missing)).toThrow('Install it.');
  expect(() => requireOptional('pg', load, missing)).toThrow(absentHere);
});

test('a package that is not installed fails with the error of its importer', async () => {
  const error: unknown = await importOptional<unknown>(absent, () => import(absent), missing).catch(
    (fault: unknown) => fault,
  );
  expect(error).toMatchObject({ message: 'Install it.' });
  expect(error instanceof Error && hasCode(error.cause, 'MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND')).toBe(true);
});

test('a package that fails to load fails with its own error', async () => {
  const broken = new Error('built for another machine');
  await expect(importOptional('broken', () => Promise.reject(broken), missing)).rejects.toBe(broken);
});

test('an installed package that lacks another one fails with its own error', async () => {
  const load = () => import(absent);
  await expect(importOptional('ioredis', load, missing)).rejects.toThrow(absent);
});

test.each([
  ['pg', "Cannot find package 'pg-pool' imported from /app/node_modules/pg/lib/index.js", false],
  ['pg', "Cannot find package 'pg' imported from /app/dist/main.js", true],
  ['pg', "Cannot find module 'pg/lib/client'", true],
  ['@scope/pg', "Cannot find package '@scope/pg-pool' imported from /app/dist/main.js", false],
])('what is said of %s by "%s" is about it: %s', async (name, message, about) => {
  const fault = Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
  await expect(importOptional(name, () => Promise.reject(fault), missing)).rejects.toThrow(
    about ? 'Install it.' : message,
  );
});

test('makes the value on first use, and the same for every caller', () => {
  let made = 0;
  const thing = lazy(() => ({ number: ++made }));
  expect(made).toBe(0);
  expect(thing()).toBe(thing());
  expect(made).toBe(1);
});

test('tries again after it failed', () => {
  const outcomes = [new Error('no descriptor is left'), 'loaded'];
  const thing = lazy(() => {
    const outcome = outcomes.shift();
    if (typeof outcome !== 'string') throw outcome;
    return outcome;
  });
  expect(thing).toThrow('no descriptor is left');
  expect(thing()).toBe('loaded');
});

test('continues at once with a value that is not a promise', () => {
  expect(after(2, (value) => value * 2)).toBe(4);
});

test('waits for a promise, of any library', async () => {
  expect(await after(Promise.resolve(2), (value) => value * 2)).toBe(4);
  // oxlint-disable-next-line unicorn/no-thenable -- a promise of another library is no more than this
  const foreign = { then: (proceed: (value: number) => number) => proceed(3) } as unknown as Promise<number>;
  expect(await after(foreign, (value) => value * 2)).toBe(6);
});

test('what fails is not gone on with', async () => {
  const failing = after(Promise.reject<number>(new Error('no such row')), () => expect(true).toBe(false));
  await expect(failing).rejects.toThrow('no such row');
});

test('data with a member called then is no promise', () => {
  // oxlint-disable-next-line unicorn/no-thenable -- data, which may have any key
  expect(after({ then: 'later' }, ({ then }) => then)).toBe('later');
});

describe('source error', () => {
  // The errors are worded as Node 20 to 24 and esbuild word them; core/mistakes.test.ts meets the real ones in processes.

  let folderOfSourceError: string;
  const file = (name: string): string => join(folderOfSourceError, name);

  beforeAll(() => {
    folderOfSourceError = mkdtempSync(join(tmpdir(), 'taproot-source-'));
    mkdirSync(file('routes'));
    writeFileSync(file('main.ts'), "import express from 'expres';\nimport { web } from './routes/wep.ts';\n");
    writeFileSync(
      file('routes/web.ts'),
      'export const web = 1;\nexport { web as pages, other };\nconst other = 2;\nexport class Book {}\nexport async function* list() {}\n',
    );
    writeFileSync(file('deep.ts'), "import 'express';\nexport { Router } from 'expre/router';\n");
    writeFileSync(file('app.ts'), "import { webb } from './routes/web.ts';\n");
  });
  afterAll(() => rmSync(folderOfSourceError, { recursive: true }));

  const failed = (message: string, more: object): Error => Object.assign(new Error(message), more);

  const notFound = (message: string): Error => failed(message, { code: 'ERR_MODULE_NOT_FOUND' });

  test('a package that is not installed is named, with the line that imports it', () => {
    const told = explain(notFound(`Cannot find package 'expres' imported from ${file('main.ts')}`));
    expect(told).toContain('The package "expres" is not installed.');
    expect(told).toContain("> 1 | import express from 'expres';");
    expect(told).toContain('npm install expres');
  });

  test('a folder of a package leads to the package, and a longer name is another', () => {
    const told = explain(notFound(`Cannot find package 'expre' imported from ${file('deep.ts')}`));
    expect(told).toContain("> 2 | export { Router } from 'expre/router';");
    expect(told).toContain('deep.ts:2:24');
  });

  test('the place is the beginning of a file that has no such import, or that cannot be read', () => {
    for (const [from, place] of [
      ['app.ts', 'app.ts:1:1'],
      ['gone.ts', 'gone.ts:1:1'],
    ] as const) {
      const told = explain(notFound(`Cannot find package 'expre' imported from ${file(from)}`));
      expect(told).toContain(`${place}: The package "expre" is not installed.`);
      expect(told.includes('> 1 |')).toBe(from === 'app.ts');
    }
  });

  test('a file that does not exist is named, with the nearest that does', () => {
    const told = explain(notFound(`Cannot find module '${file('routes/wep.ts')}' imported from ${file('main.ts')}`));
    expect(told).toContain(`There is no file ${file('routes/wep.ts')}. Did you mean "web.ts"?`);
    expect(told).toContain("> 2 | import { web } from './routes/wep.ts';");
  });

  test('a name that a module does not export is told with the nearest, and the place of the import', () => {
    const error = failed("The requested module './routes/web.ts' does not provide an export named 'webb'", {
      name: 'SyntaxError',
      stack: `file://${file('app.ts')}:1\nimport { webb } from './routes/web.ts';\n         ^^^^\nSyntaxError: ...`,
    });
    const told = explain(error);
    expect(told).toContain('"./routes/web.ts" does not export "webb". Did you mean "web"?');
    expect(told).toContain('app.ts:1:10');
  });

  test('the names that a module exports are those behind "as", and of declarations of every kind', () => {
    const hintFor = (name: string): string =>
      explain(
        failed(`The requested module './routes/web.ts' does not provide an export named '${name}'`, {
          name: 'SyntaxError',
          stack: `file://${file('gone.ts')}:3\nSyntaxError: ...`,
        }),
      );
    expect(hintFor('pagse')).toContain('Did you mean "pages"?');
    expect(hintFor('ohter')).toContain('Did you mean "other"?');
    expect(hintFor('Boook')).toContain('Did you mean "Book"?');
    expect(hintFor('lits')).toContain('Did you mean "list"?');
    // The importing file cannot be read, so its source is left out.
    expect(hintFor('pagse')).toMatch(/^E_SOURCE: \S*gone\.ts:3:1: .*\n {2}fix: /);
  });

  test('a file that a loader could not parse is explained with line and column', () => {
    const error = failed(
      `Transform failed with 1 error:\n${file('app.ts')}:1:9: ERROR: Expected "}" but found "webb"`,
      {
        name: 'TransformError',
      },
    );
    const told = explain(error);
    expect(told).toContain('Expected "}" but found "webb".');
    expect(told).toContain('app.ts:1:10');
  });

  test.each([
    ['an error of a package', notFound("Cannot find package 'x' imported from /app/node_modules/y/index.js")],
    ['another message of that code', notFound('Cannot find it')],
    [
      'a syntax error without a place',
      failed('Unexpected token', { name: 'SyntaxError', stack: 'SyntaxError: Unexpected token' }),
    ],
    [
      'a missing export without a stack',
      failed("The requested module './a.ts' does not provide an export named 'b'", {
        name: 'SyntaxError',
        stack: undefined,
      }),
    ],
    ['a loader that names no place', failed('Transform failed', { name: 'TransformError' })],
  ])('%s stays as it is', (_what, error) => {
    expect(explain(error)).not.toContain('E_SOURCE');
    expect(explain(error)).toContain(error.message);
  });
});
