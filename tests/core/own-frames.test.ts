import { inspect } from 'node:util';
import { expect, test } from '@jest/globals';
import { FrameworkError } from '@taproot/core';

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
