import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { authorFrame, FrameworkError, Place, placeOf } from '@taproot/core';

const root = join(import.meta.dirname, '../..');

/** An error whose stack is made of these frames. */
const thrown = (frames: readonly string[], message = 'no'): Error =>
  Object.assign(new Error(message), {
    stack: `Error: ${message}\n${frames.map((frame) => `    at ${frame}`).join('\n')}`,
  });

describe('authorFrame', () => {
  test('is the line that made the error', () => {
    expect(placeOf(new Error('no'))).toMatch(/^tests\/core\/frames\.test\.ts:\d+$/);
  });

  test.each([
    ['a function', `show (${root}/routes/api.ts:12:5)`],
    ['a line of a module', `${root}/routes/api.ts:12:5`],
    ['an asynchronous function', `async show (${root}/routes/api.ts:12:5)`],
    ['a URL', `show (${pathToFileURL(join(root, 'routes/api.ts')).href}:12:5)`],
    ['a URL with a query', `async ${pathToFileURL(join(root, 'routes/api.ts')).href}?t=1:12:5`],
    ['a method under another name', `Object.show [as handle] (${root}/routes/api.ts:12:5)`],
    ['a constructor', `new Show (${root}/routes/api.ts:12:5)`],
  ])('reads the frame of %s', (_kind, frame) => {
    expect(authorFrame(thrown([frame]))).toEqual({ file: join(root, 'routes/api.ts'), line: 12, column: 5 });
  });

  test('reads paths with spaces and brackets', () => {
    expect(authorFrame(thrown(['show (/my apps/blog (2)/routes/api.ts:12:5)']))?.file).toBe(
      '/my apps/blog (2)/routes/api.ts',
    );
  });

  test('passes over Node, over what is installed and over the framework, as sources and as installed', () => {
    const error = thrown([
      'Array.map (<anonymous>)',
      'node:internal/process/task_queues:105:5',
      'eval (eval at make (/app/x.ts:1:1), <anonymous>:3:4)',
      `run (${root}/core/src/application/run.ts:1:1)`,
      `route (${root}/plugins/routing/dist/http/compose.js:1:1)`,
      'open (/app/node_modules/@taproot/core/dist/index.js:1:1)',
      'query (/app/node_modules/.pnpm/pg@8/node_modules/pg/lib/query.js:1:1)',
      'handler (/app/routes/web.ts:7:1)',
      'later (/app/routes/api.ts:8:1)',
    ]);
    expect(placeOf(error)).toBe('/app/routes/web.ts:7');
  });

  test('takes the plugins of an application for its own code', () => {
    expect(placeOf(thrown(['apply (/app/plugins/audit/src/plugin.ts:3:1)']))).toBe(
      '/app/plugins/audit/src/plugin.ts:3',
    );
  });

  test('is not led astray by a message that looks like a stack', () => {
    const message = `no\n    at leak (/etc/passwd:1:1)`;
    expect(authorFrame(thrown(['handler (/app/routes/web.ts:7:1)'], message))?.file).toBe('/app/routes/web.ts');
  });

  test.each([
    ['a string', 'oops'],
    ['undefined', undefined],
    ['an error without frames', thrown([])],
    ['a stack that is no string', Object.assign(new Error('no'), { stack: 5 })],
    ['a frame whose URL names no file', thrown(['x (file://elsewhere/%00:1:1)'])],
    [
      'an object that throws while it is read',
      {
        get stack(): string {
          throw new Error('never');
        },
      },
    ],
  ])('is null for %s', (_kind, error) => {
    expect(authorFrame(error)).toBeNull();
  });
});

describe('Place', () => {
  test('is the line that called the framework', () => {
    expect(String(new Place())).toMatch(/^tests\/core\/frames\.test\.ts:\d+$/);
  });
});

/** An error as consoles show it, whose stack is made of these frames. */
const shown = (frames: readonly string[]): string => {
  const error = new FrameworkError('E_TEST', 'no');
  error.stack = `FrameworkError: no\n${frames.map((frame) => `    at ${frame}`).join('\n')}`;
  return inspect(error);
};

test('an error as consoles show it has no frames of Node, of the framework or of what databases are reached by', () => {
  const internal = [
    'run (node:internal/process/task_queues:95:5)',
    'Kernel.run (/app/node_modules/@taproot/routing/dist/index.js:1:2)',
    'async Driver.acquire (file:///app/node_modules/kysely/dist/esm/driver/runtime-driver.js:1:2)',
    'new Database (/app/node_modules/libsql/index.js:1:2)',
    'open (C:\\app\\node_modules\\@libsql\\client\\index.js:1:2)',
  ];
  const own = ['show (/app/routes/api.ts:3:4)', 'other (/app/node_modules/koa/lib/index.js:1:2)'];
  const expected = ['FrameworkError [E_TEST]: no', ...own.map((frame) => `    at ${frame}`)].join('\n');
  expect(shown([...internal, ...own])).toBe(expected);
  expect(shown([...own, ...internal])).toBe(expected);
});

test('the brace that opens the members of an error stays when its frame goes', () => {
  expect(shown(['show (/app/routes/api.ts:3:4)', 'open (node:fs:1:2) {\n  errno: -13\n}'])).toBe(
    'FrameworkError [E_TEST]: no\n    at show (/app/routes/api.ts:3:4) {\n  errno: -13\n}',
  );
  expect(shown(['open (node:fs:1:2) {\n  errno: -13\n}'])).toBe('FrameworkError [E_TEST]: no {\n  errno: -13\n}');
});
