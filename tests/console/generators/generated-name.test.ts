import { describe, expect, test } from '@jest/globals';
import { GeneratedName } from '../../../plugins/dev/src/generator/generated-name.ts';

const parse = (typed: string): GeneratedName => GeneratedName.parse(typed, 'rule');

test.each([
  ['StorePost', 'StorePost', 'storePost', 'store-post'],
  ['storePost', 'StorePost', 'storePost', 'store-post'],
  ['store-post', 'StorePost', 'storePost', 'store-post'],
  ['store_post', 'StorePost', 'storePost', 'store-post'],
  ['HTTPClient', 'HTTPClient', 'httpClient', 'http-client'],
  ['OAuth2Token', 'OAuth2Token', 'oAuth2Token', 'o-auth2-token'],
  ['iban', 'Iban', 'iban', 'iban'],
  ['a-1', 'A1', 'a1', 'a-1'],
])('%s is the class %s, the function %s and the file %s', (typed, pascal, camel, kebab) => {
  const name = parse(typed);
  expect([name.pascal, name.camel, name.kebab]).toEqual([pascal, camel, kebab]);
});

test('folders stand before the file, the signature and the alias', () => {
  const name = parse('Admin/user_data/HomePhone');
  expect(name.path).toBe('admin/user-data/home-phone');
  expect(name.in('_')).toBe('admin_user_data_home_phone');
  expect(name.alias).toBe('AdminUserDataHomePhone');
  expect(name.pascal).toBe('HomePhone');
});

describe('a suffix', () => {
  test.each([
    ['Post', 'PostController'],
    ['PostController', 'PostController'],
    ['post-controller', 'PostController'],
    ['Controller', 'Controller'],
  ])('is put behind %s once: %s', (typed, pascal) => {
    expect(parse(typed).ending('Controller').pascal).toBe(pascal);
  });

  test('is taken away, but never all there is', () => {
    expect(parse('PostsTest').without('Test').pascal).toBe('Posts');
    expect(parse('Test').without('Test').pascal).toBe('Test');
    expect(parse('Contest').without('Test').pascal).toBe('Contest');
  });
});

test('an invalid name gets an error that says why', () => {
  const told = (typed: string): string => {
    try {
      parse(typed);
      return '';
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  expect(told('')).toBe('"" is not a valid name for a rule: it is empty.');
  expect(told('../x')).toContain('it leads elsewhere');
  expect(told('a//b')).toContain('a folder has no name');
  expect(told('x/1a')).toContain('"1a" does not begin with a letter');
  expect(told('x/NUL')).toContain('"NUL" is a device on Windows');
  expect(told('x'.repeat(81))).toContain('it has 81 characters, and at most 80 may be');
});
