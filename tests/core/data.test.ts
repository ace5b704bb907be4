import { describe, expect, test } from '@jest/globals';
import { isCredential, isSecretName, maskSecrets, maskText, maskUrls } from '@taproot/masking';
import { pathMask } from '@taproot/routing/internal';
import { maskFields, maskHeaders } from '@taproot/routing/pages';

const mask = '********';

describe('names of secrets', () => {
  test.each([
    'password',
    'DB_PASSWORD',
    'app.key',
    'client_secret',
    'apiToken',
    'secretKey',
    'refresh_tokens',
    'dsn',
    'sslpassword',
    'PGPASSWORD',
    'clientsecret',
  ])('%s is one', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  test.each(['keys_path', 'token_ttl', 'monkey', 'keyboard', 'passenger', 'compass', 'url', 'author'])(
    '%s is none',
    (name) => {
      expect(isSecretName(name)).toBe(false);
    },
  );
});

describe('names of credentials, for logs and for pages', () => {
  test.each([
    'authorization',
    'Proxy-Authorization',
    'set-cookie',
    'session',
    'sessionId',
    'user_session',
    'PHPSESSIONID_session',
    'X-CSRF-Token',
    '_csrf',
    'xsrf',
    'x-hub-signature-256',
    'otpCode',
    'pin',
    'auth',
    'apikey',
    'X-Api-Key',
    'passwort',
    'credentials',
    'privateKey',
  ])('%s is one', (name) => {
    expect(isCredential(name, 'abc')).toBe(true);
    expect(maskFields({ [name]: 'abc' })).toEqual({ [name]: mask });
    expect(maskHeaders({ [name]: 'abc' })).toEqual([[name, mask]]);
  });

  test.each(['auth_provider', 'obsession', 'hotpink', 'spinner', 'signatures_url', 'passenger', 'accept', 'page'])(
    '%s is none',
    (name) => {
      expect(isCredential(name, 'abc')).toBe(false);
      expect(maskFields({ [name]: 'abc' })).toEqual({ [name]: 'abc' });
    },
  );

  test('a number is masked on pages, and in logs only where its name says so plainly', () => {
    expect([isCredential('pin', 1234), isCredential('tokens', 5), isCredential('password', 1)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(maskFields({ pin: 1234 })).toEqual({ pin: mask });
  });
});

test('sslpassword in the query of a database address is masked', () => {
  expect(maskUrls('postgres://u:a@h/d?sslmode=verify-full&sslpassword=b')).toBe(
    `postgres://u:${mask}@h/d?sslmode=verify-full&sslpassword=${mask}`,
  );
});

describe('maskSecrets', () => {
  test('masks all that lies below the name of a secret, lists and objects too', () => {
    expect(maskSecrets({ password: 'a', keys: { old: 'b', list: ['c', 7] }, name: 'd' })).toEqual({
      password: mask,
      keys: { old: mask, list: [mask, mask] },
      name: 'd',
    });
  });

  test('shows that a secret is not set, and numbers that only count', () => {
    const values = { key: '', token: null, max_keys: 500, password_required: true, token_ttl: 60 };
    expect(maskSecrets(values)).toEqual(values);
  });

  test('masks a number where nothing but a secret can be meant', () => {
    expect(maskSecrets({ password: 12_345 })).toEqual({ password: mask });
  });

  test('tells functions, patterns and objects of classes by what they are, not by what they hold', () => {
    class Vault {
      hidden = 'a';
    }
    const values = { open: () => 'b', vault: new Vault(), pattern: /^c$/, at: new Date(0), bytes: Buffer.from('d') };
    expect(maskSecrets(values)).toEqual({
      open: '[function open]',
      vault: '[Vault]',
      pattern: '/^c$/',
      at: String(new Date(0)),
      bytes: '[Buffer]',
    });
  });

  test('tells a function without a name, and an object that no class made', () => {
    const nameless: object = Object.create(Object.create(null));
    expect(maskSecrets({ open: [() => 'b'].at(0), nameless })).toEqual({
      open: '[function anonymous]',
      nameless: '[object]',
    });
  });
});

describe('maskUrls', () => {
  test.each([
    ['postgres://root:hush@db:5432/app', `postgres://root:${mask}@db:5432/app`],
    ['redis://:hush@cache', `redis://:${mask}@cache`],
    ['mysql://u:hu@sh/ed@db', `mysql://u:${mask}@db`],
    ['a redis://u:one@h and b amqp://v:two@h', `a redis://u:${mask}@h and b amqp://v:${mask}@h`],
    ['https://api.example.com/?token=hush&page=2', `https://api.example.com/?token=${mask}&page=2`],
  ])('%s', (url, shown) => {
    expect(maskUrls(url)).toBe(shown);
  });

  test.each(['http://localhost:3000/a', 'https://example.com/@taproot/core', 'root@example.com', 'a: b@c'])(
    '%s stays as it is',
    (text) => {
      expect(maskUrls(text)).toBe(text);
    },
  );
});

describe('maskText', () => {
  test.each([
    ['password=hush', `password=${mask}`],
    ['{"token": "hush", "page": 2}', `{"token": ${mask}, "page": 2}`],
    ['url?page=2&token=hush', `url?page=2&token=${mask}`],
    ['Key (token)=(hush) already exists.', `Key (token)=(${mask}) already exists.`],
    ['Key (id, "apiToken")=(1, hush) already exists.', `Key (id, "apiToken")=(${mask}) already exists.`],
  ])('masks what %s gives away', (text, shown) => {
    expect(maskText(text)).toBe(shown);
  });

  test.each([
    'password=',
    'the token = , and a secret: ',
    '{"token": }',
    'Key (email)=(ada@example.com) already exists.',
    'E_TOKEN: no such user',
    'npx taproot key:generate',
  ])('%s gives nothing away', (text) => {
    expect(maskText(text)).toBe(text);
  });

  test('masks what the caller calls a secret, and only that', () => {
    expect(maskText('seat=12 token=abc Key (seat)=(12)', (name) => name === 'seat')).toBe(
      `seat=${mask} token=abc Key (seat)=(${mask})`,
    );
  });
});

describe('pathMask', () => {
  const shown = pathMask(
    ['/posts/{id}', '/reset/{token}', '/files/{secret*}', '/a.b/{token:\\d+}/x'].map((path) => ({ path })),
  );

  test.each([
    ['/reset/hush', '/reset/{token}'],
    ['/reset/hush/', '/reset/{token}'],
    ['https://example.com/reset/hush?page=2', '/reset/{token}'],
    ['/files/hush', '/files/{secret*}'],
    ['/files/hush/deep/down', '/files/{secret*}'],
    ['/a.b/12/x', '/a.b/{token:\\d+}/x'],
  ])('shows %s as the pattern of its route', (path, pattern) => {
    expect(shown(path)).toBe(pattern);
  });

  test.each(['/posts/7', '/reset', '/reset/hush/deep', '/axb/12/x', '/id/x'])('shows %s as it is', (path) => {
    expect(shown(path)).toBe(path);
  });
});
