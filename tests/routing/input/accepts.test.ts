import { describe, expect, test } from '@jest/globals';
import { accepts, wantsJson } from '../../../plugins/routing/src/input/accepts.ts';
import { quickest } from '../../support/quickest.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

describe('accepts', () => {
  test.each<[header: string, types: string[], best: string | null]>([
    ['', ['text/plain', 'text/html'], 'text/plain'],
    ['*/*', ['application/json', 'text/html'], 'application/json'],
    ['text/html', ['application/json', 'text/html'], 'text/html'],
    ['text/*;q=0.5, application/json', ['text/html', 'application/json'], 'application/json'],
    ['text/html;q=0', ['text/html'], null],
    ['image/png', ['text/html'], null],
    [browser, ['application/json', 'text/html'], 'text/html'],
    [browser, ['json', 'html'], 'html'],
    ['garbage', ['text/html'], null],
    ['text/html', [], null],
  ])('of %p takes from %j %p', (header, types, best) => {
    expect(accepts(header, types)).toBe(best);
  });

  test.each<[name: string, header: string]>([
    [
      '4,000 types',
      Array.from({ length: 4000 }, (_, at) => `a/${at}`)
        .join(',')
        .slice(0, 16_384),
    ],
    ['one open quote before commas', `text/html;a="${','.repeat(16_384)}`],
    ['quotes and commas', '",'.repeat(8192)],
    ['parameters', `text/html${';a=b'.repeat(4096)}`],
    ['one endless type', `a/${'b'.repeat(16_384)}`],
    ['spaces', ' '.repeat(16_384)],
    ['plusses', '/a+json+'.repeat(2048)],
  ])('HD-07 a header of 16 KiB of %s takes less than 20 ms', async (_name, header) => {
    const took = await quickest(() => {
      accepts(header, ['application/json', 'text/html', 'text/plain']);
      wantsJson(header);
    });
    expect(took).toBeLessThan(20);
  });

  test('HD-07 of a header too long only its first ranges count, and one endless range is no preference', () => {
    const long = `text/html;q=0.5, ${'image/png, '.repeat(1000)}application/json`;
    expect(accepts(long, ['application/json', 'text/html'])).toBe('text/html');
    expect(accepts(`a/${'b'.repeat(16_384)}`, ['text/plain', 'text/html'])).toBe('text/plain');
  });
});

describe('wantsJson', () => {
  test.each<[header: string, json: boolean]>([
    ['', true],
    ['*/*', true],
    ['application/json', true],
    ['application/json, text/plain, */*', true],
    ['application/*', true],
    ['image/png', true],
    ['application/vnd.api+json', true],
    ['application/problem+json, text/html;q=0.9', true],
    ['application/vnd.api+json;q=0.1, text/html', false],
    ['text/html', false],
    ['text/*', false],
    [browser, false],
    ['*/*, application/json;q=0', false],
    ['application/json;q=0.5, text/html;q=0.4', true],
    ['application/jsonp, text/html;q=0.5', false],
  ])('of %p is %p', (header, json) => {
    expect(wantsJson(header)).toBe(json);
  });
});
