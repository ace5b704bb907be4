import { describe, expect, test } from '@jest/globals';
import { didYouMean, nearest } from '@taproot/core';

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
