import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { defineErrors, FrameworkError, hasCode } from '@taproot/core';
import { authorFrame, errors as coreErrors, entryOf, nearest, placeOf } from '@taproot/core/internal';
import { callPlace, didYouMean } from '@taproot/core/plugin';

const errors = defineErrors({
  E_PLAIN: { message: 'Nothing to fill.', fix: 'Do nothing.' },
  E_FILLED: { message: '{what} at {place}, {what} again.', fix: 'Look at {place}.', status: 418 },
});

describe('defineErrors', () => {
  test('makes an error whose code is the name of its row, with message, fix and status', () => {
    const error = errors.E_FILLED({ what: 'Tea', place: 7 });
    expect(error).toBeInstanceOf(FrameworkError);
    expect(error).toMatchObject({
      name: 'FrameworkError',
      code: 'E_FILLED',
      message: 'Tea at 7, Tea again.',
      fix: 'Look at 7.',
      status: 418,
      headers: {},
    });
  });

  test('answers 500 when the row has no status', () => {
    expect(errors.E_PLAIN()).toMatchObject({ code: 'E_PLAIN', status: 500, fix: 'Do nothing.' });
  });

  test('takes cause, headers and details, with or without values', () => {
    const cause = new Error('below');
    const init = { cause, headers: { 'Retry-After': '3' }, details: { left: 0 } };
    expect(errors.E_PLAIN(init)).toMatchObject(init);
    expect(errors.E_FILLED({ what: 'a', place: 'b' }, init)).toMatchObject(init);
    expect('cause' in errors.E_PLAIN()).toBe(false);
  });

  test('does not fill placeholders that a value brings along', () => {
    expect(errors.E_FILLED({ what: '{place}', place: '{what}' }).message).toBe('{place} at {what}, {place} again.');
  });

  test('the stack begins where the error was made, not inside the factory', () => {
    const makeHere = () => errors.E_PLAIN();
    const [, first] = makeHere().stack?.split('\n') ?? [];
    expect(first).toContain('errors.test.ts');
  });

  test('a row is readable through its factory, and the table cannot be changed', () => {
    expect(errors.E_FILLED.row).toEqual({
      message: '{what} at {place}, {what} again.',
      fix: 'Look at {place}.',
      status: 418,
    });
    expect(Object.isFrozen(errors)).toBe(true);
  });
});

describe('the errors of the core', () => {
  test.each(Object.entries(coreErrors))('%s says what, where and what to do', (code, { row }) => {
    expect(code).toMatch(/^E_(?:SOURCE|[A-Z]+(_[A-Z]+)+)$/);
    expect(row.message).toMatch(/^[A-Z{].*[.}?]$/);
    expect(row.fix).toMatch(/^[A-Z{].*\.$/);
  });
});

describe('hasCode', () => {
  test("knows a system error of Node's by its code, across realms", async () => {
    const error: unknown = await readFile('/nowhere/at/all').catch((reason: unknown) => reason);
    expect(hasCode(error, 'EACCES', 'ENOENT')).toBe(true);
    expect(hasCode(error, 'EACCES')).toBe(false);
  });

  test.each([null, undefined, 'ENOENT', {}])('is false for %p', (value) => {
    expect(hasCode(value, 'ENOENT')).toBe(false);
  });
});

describe('nearest', () => {
  test.each([
    ['cros', 'cors'], // two neighbours swapped
    ['ocunrty', 'country'], // twice so
    ['limitter', 'limiter'], // one too many
    ['limter', 'limiter'], // one too few
    ['limidor', 'limiter'], // two others
    ['ROUTE', 'Route'], // case only
    ['trusted_proxis', 'trusted_proxies'],
    ['ab', 'ac'],
  ])('takes %s for %s', (typed, meant) => {
    expect(nearest(typed, ['Auth', 'database', meant])).toBe(meant);
  });

  test('takes the nearer of two, and the first of equals', () => {
    expect(nearest('route', ['rooter', 'routes'])).toBe('routes');
    expect(nearest('cat', ['bat', 'hat'])).toBe('bat');
  });

  test('finds nothing where nothing is near, and never a name that shares no letter', () => {
    expect(nearest('database', ['cors', 'limiter'])).toBeNull();
    expect(nearest('ab', ['cd'])).toBeNull();
    expect(nearest('x', ['y'])).toBeNull();
    expect(nearest('', ['a'])).toBeNull();
    expect(nearest('a', [])).toBeNull();
  });

  test('looks at no more than 64 letters of what was typed', () => {
    expect(nearest('a'.repeat(100_000), ['a'.repeat(64)])).toBe('a'.repeat(64));
  });
});

describe('didYouMean', () => {
  test('ends a message with the nearest name, or with nothing', () => {
    expect(didYouMean('cros', ['cors'])).toBe(' Did you mean "cors"?');
    expect(didYouMean('cros', ['limiter'])).toBe('');
  });
});

describe('entryOf', () => {
  const missing = (hint: string, known: string): Error => new Error(`Known: ${known}.${hint}`);

  test('gives the entry of a name, and makes an error that lists the names there are', () => {
    const entries = new Map([
      ['main', 1],
      ['cache', 2],
    ]);
    expect(entryOf(entries, 'cache', missing)).toBe(2);
    expect(() => entryOf(entries, 'mian', missing)).toThrow(new Error('Known: main, cache. Did you mean "main"?'));
  });

  test('says where there are none at all', () => {
    expect(() => entryOf(new Map(), 'main', missing)).toThrow(new Error('Known: none.'));
  });
});

const root = join(import.meta.dirname, '../..');

/** An error whose stack is made of these frames. */
const thrown = (frames: readonly string[], message = 'no'): Error =>
  Object.assign(new Error(message), {
    stack: `Error: ${message}\n${frames.map((frame) => `    at ${frame}`).join('\n')}`,
  });

describe('authorFrame', () => {
  test('is the line that made the error', () => {
    expect(placeOf(new Error('no'))).toMatch(/^tests\/core\/errors\.test\.ts:\d+$/);
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
      `run (${root}/core/src/run/serve-process.ts:1:1)`,
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

describe('callPlace()', () => {
  test('is the line that called the framework', () => {
    expect(String(callPlace())).toMatch(/^tests\/core\/errors\.test\.ts:\d+$/);
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

test('an error whose stack a tool deleted is shown with what went wrong all the same', () => {
  const error = Object.assign(new FrameworkError('E_TEST', 'no', { fix: 'Yes.' }), { stack: undefined });
  expect(inspect(error)).toBe('FrameworkError [E_TEST]: no\n  fix: Yes.');
});

test('the brace that opens the members of an error stays when its frame goes', () => {
  expect(shown(['show (/app/routes/api.ts:3:4)', 'open (node:fs:1:2) {\n  errno: -13\n}'])).toBe(
    'FrameworkError [E_TEST]: no\n    at show (/app/routes/api.ts:3:4) {\n  errno: -13\n}',
  );
  expect(shown(['open (node:fs:1:2) {\n  errno: -13\n}'])).toBe('FrameworkError [E_TEST]: no {\n  errno: -13\n}');
});
