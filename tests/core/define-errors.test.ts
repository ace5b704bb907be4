import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { errors as coreErrors, defineErrors, didYouMean, FrameworkError, hasCode, nearest } from '@taproot/core';

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
    expect(first).toContain('define-errors.test.ts');
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
