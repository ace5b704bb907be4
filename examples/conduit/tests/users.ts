import { expect, test } from '@jest/globals';
import type { Conduit } from './support/conduit.ts';

/** The number of passwords that a slow machine can hash before requests time out. */
const wave = 20;

/** Sends all requests, one batch after the other. */
const inWaves = async <Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): Promise<readonly Answer[]> => {
  const answers: Answer[] = [];
  for (let at = 0; at < items.length; at += wave)
    answers.push(...(await Promise.all(items.slice(at, at + wave).map(ask))));
  return answers;
};

interface UserAnswer {
  readonly user: { username: string; email: string; token: string; bio: string | null; image: string | null };
}

/** Registration, login, and the user's own data. */
export const describeUsers = (conduit: () => Conduit): void => {
  const ada = { username: 'ada', email: 'ada@example.com', password: 'a difference engine' };

  test('a new user gets a token, and no biography or image yet', async () => {
    const { user } = await conduit().call<UserAnswer>(201, 'POST /users', { body: { user: ada } });
    expect(user).toEqual({
      username: 'ada',
      email: 'ada@example.com',
      bio: null,
      image: null,
      token: expect.any(String),
    });
    const answer = await conduit().call<UserAnswer>(200, 'GET /user', { as: user.token });
    expect(answer.user).toEqual({ ...user, token: expect.any(String) });
  });

  test.each([
    ['username', { ...ada, username: '' }],
    ['email', { ...ada, email: '' }],
    ['password', { ...ada, password: '' }],
    ['username', { email: ada.email, password: ada.password }],
    ['username', { ...ada, username: null }],
  ])('%s cannot be blank: %j', async (field, user) => {
    const answer = await conduit().call(422, 'POST /users', { body: { user } });
    expect(answer).toEqual({ errors: { [field]: ["can't be blank"] } });
  });

  test.each([[{}], [{ user: {} }], [{ user: null }], [{ user: 'ada' }], [[]]])('%j lacks everything', async (body) => {
    const blank = ["can't be blank"];
    const answer = await conduit().call(422, 'POST /users', { body });
    expect(answer).toEqual({ errors: { username: blank, email: blank, password: blank } });
  });

  test('an address that is none is invalid', async () => {
    const answer = await conduit().call(422, 'POST /users', { body: { user: { ...ada, email: 'ada' } } });
    expect(answer).toEqual({ errors: { email: ['invalid'] } });
  });

  test('a name and an address are taken once', async () => {
    await conduit().call(201, 'POST /users', { body: { user: ada } });
    const taken = ['has already been taken'];
    for (const [user, errors] of [
      [{ ...ada, email: 'other@example.com' }, { username: taken }],
      [{ ...ada, username: 'other' }, { email: taken }],
      [ada, { username: taken, email: taken }],
    ]) {
      expect(await conduit().call(409, 'POST /users', { body: { user } })).toEqual({ errors });
    }
    const half = { ...ada, password: '' };
    const answer = await conduit().call(422, 'POST /users', { body: { user: half } });
    expect(answer).toEqual({ errors: { username: taken, email: taken, password: ["can't be blank"] } });
  });

  test('of many who register one name at once, one gets it', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        conduit().call(201, 'POST /users', { body: { user: { ...ada, email: `ada${index}@example.com` } } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await conduit().call(409, 'POST /users', { body: { user: { ...ada, email: 'late@example.com' } } })).toEqual(
      {
        errors: { username: ['has already been taken'] },
      },
    );
  });

  test('logging in takes the address and the password', async () => {
    await conduit().call(201, 'POST /users', { body: { user: ada } });
    const { email, password } = ada;
    const { user } = await conduit().call<UserAnswer>(200, 'POST /users/login', {
      body: { user: { email, password } },
    });
    expect(user.username).toBe('ada');
    await conduit().call(200, 'GET /user', { as: user.token });

    for (const wrong of [
      { email, password: 'another' },
      { email: 'nobody@example.com', password },
    ]) {
      const answer = await conduit().call(401, 'POST /users/login', { body: { user: wrong } });
      expect(answer).toEqual({ errors: { credentials: ['invalid'] } });
    }
    expect(await conduit().call(422, 'POST /users/login', { body: { user: { email: '', password } } })).toEqual({
      errors: { email: ["can't be blank"] },
    });
  });

  test.each(['GET /user', 'PUT /user', 'GET /articles/feed', 'POST /articles'])(
    '%s needs a token',
    async (operation) => {
      expect(await conduit().call(401, operation, operation.startsWith('GET') ? {} : { body: {} })).toEqual({
        errors: { token: ['is missing'] },
      });
      expect(await conduit().call(401, operation, { as: 'no.real.token' })).toEqual({ errors: { token: ['invalid'] } });
    },
  );

  test('a user changes what he names and keeps the rest', async () => {
    const token = await conduit().register('ada');
    const put = async (user: object) => {
      const answer = await conduit().call<UserAnswer>(200, 'PUT /user', { as: token, body: { user } });
      return { ...answer.user, token: '' };
    };
    const before = { username: 'ada', email: 'ada@example.com', bio: null, image: null, token: '' };
    expect(await put({ bio: 'Analyst' })).toEqual({ ...before, bio: 'Analyst' });
    expect(await put({ username: 'ada', email: 'ada@example.com' })).toEqual({ ...before, bio: 'Analyst' });
    expect(await put({ username: 'lovelace', bio: '' })).toEqual({ ...before, username: 'lovelace' });
    expect(await put({ image: 'https://example.com/ada.png' })).toMatchObject({ image: 'https://example.com/ada.png' });
    expect(await put({ image: null })).toMatchObject({ image: null });
    await put({ password: 'a new password' });
    const login = { email: 'ada@example.com', password: 'a new password' };
    await conduit().call(200, 'POST /users/login', { body: { user: login } });
  });

  test('fields that a user does not have are ignored', async () => {
    const body = { user: { ...ada, id: 900, bio: 'Mine', nonsense: 1 } };
    const { user } = await conduit().call<UserAnswer>(201, 'POST /users', { body });
    expect(user.bio).toBe(null);
    const put = (changes: object) =>
      conduit().call<UserAnswer>(200, 'PUT /user', { as: user.token, body: { user: changes } });
    expect((await put({ id: 900, bio: 'Analyst' })).user.bio).toBe('Analyst');
    expect((await put({ nonsense: 1 })).user).toMatchObject({ username: 'ada', bio: 'Analyst' });
    expect(await conduit().app.facades.DB().selectFrom('users').select('id').where('id', '=', 900).execute()).toEqual(
      [],
    );
  });

  test('E-8: a new password ends every other login of the user; other changes end none', async () => {
    const first = await conduit().register('ada');
    const login = { email: 'ada@example.com', password: "ada's password" };
    const { user: second } = await conduit().call<UserAnswer>(200, 'POST /users/login', { body: { user: login } });
    const charles = await conduit().register('charles');
    await conduit().call(200, 'PUT /user', { as: first, body: { user: { bio: 'Analyst' } } });
    for (const as of [first, second.token]) await conduit().call(200, 'GET /user', { as });

    const body = { user: { password: 'a new password' } };
    const { user } = await conduit().call<UserAnswer>(200, 'PUT /user', { as: second.token, body });
    expect(await conduit().call(401, 'GET /user', { as: first })).toEqual({ errors: { token: ['invalid'] } });
    for (const as of [second.token, user.token, charles]) await conduit().call(200, 'GET /user', { as });
    expect(await conduit().call(401, 'POST /users/login', { body: { user: login } })).toMatchObject({});
  });

  test('S-2: what no row can hold is refused with 401, 404 or 422', async () => {
    const token = await conduit().register('ada');
    const slug = await conduit().publish(token, { title: 'Roots' });
    const ask = async (method: string, path: string, body?: object) =>
      (await conduit().send(method, path, { as: token, body })).status;
    expect(await ask('DELETE', `/articles/${slug}/comments/2147483648`)).toBe(404);
    expect(await ask('DELETE', `/articles/${slug}/comments/9007199254740993`)).toBe(404);
    for (const path of [
      '/articles?tag=%00',
      '/articles?author=%00',
      '/articles?favorited=%00',
      '/articles/%00',
      '/profiles/%00',
    ])
      expect([path, [200, 400, 404, 422].includes(await ask('GET', path))]).toEqual([path, true]);
    const article = { title: 'A', description: 'a', body: 'a' };
    for (const field of ['title', 'description', 'body', 'tagList']) {
      const value = field === 'tagList' ? ['a\0'] : 'a\0';
      expect([field, await ask('POST', '/articles', { article: { ...article, [field]: value } })]).toEqual([
        field,
        422,
      ]);
    }
    expect(await ask('POST', `/articles/${slug}/comments`, { comment: { body: 'a\0' } })).toBe(422);
    for (const field of ['username', 'bio', 'image'])
      expect([field, await ask('PUT', '/user', { user: { [field]: 'a\0' } })]).toEqual([field, 422]);
    const login = { email: 'ada@example.com\0', password: "ada's password" };
    expect([401, 422]).toContain(await ask('POST', '/users/login', { user: login }));
  });

  test('E-8: a password has eight characters or more, for a new user and for a change', async () => {
    const short = { errors: { password: ['invalid'] } };
    expect(await conduit().call(422, 'POST /users', { body: { user: { ...ada, password: '1234567' } } })).toEqual(
      short,
    );
    const token = await conduit().register('ada');
    expect(await conduit().call(422, 'PUT /user', { as: token, body: { user: { password: '1234567' } } })).toEqual(
      short,
    );
    await conduit().call(200, 'PUT /user', { as: token, body: { user: { password: '12345678' } } });
  });

  test('guessing passwords is limited: for one account, and for many accounts from one address', async () => {
    await conduit().register('ada');
    const guess = async (email: string, from: string) => {
      const body = { user: { email, password: 'a guess' } };
      const { status, headers } = await conduit().send('POST', '/users/login', { body, from });
      return [status, headers.has('retry-after')];
    };
    const address = `${conduit().address}1`;
    for (const email of Array.from({ length: 5 }, () => ada.email))
      expect(await guess(email, address)).toEqual([401, false]);
    for (const email of [ada.email, 'ADA@example.com']) expect(await guess(email, address)).toEqual([429, true]);
    expect(await guess(ada.email, `${conduit().address}2`)).toEqual([401, false]);

    const others = Array.from({ length: 95 }, (_, index) => `ada${index}@example.com`);
    const answers = await inWaves(others, (email) => guess(email, address));
    expect(answers.filter(([status]) => status === 401)).toHaveLength(95);
    expect(await guess('last@example.com', address)).toEqual([429, true]);
  });

  test('from one address a hundred register in an hour', async () => {
    const register = async (index: number) => {
      const user = { username: `ada${index}`, email: `ada${index}@example.com`, password: 'password' };
      const from = `${conduit().address}3`;
      const { status } = await conduit().send('POST', '/users', { body: { user }, from });
      return status;
    };
    const statuses = await inWaves([...Array(101).keys()], register);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([...Array.from({ length: 100 }, () => 201), 429]);
  });

  test.each(['username', 'email', 'password'])('a user cannot blank %s', async (field) => {
    const token = await conduit().register('ada');
    for (const value of ['', null]) {
      const answer = await conduit().call(422, 'PUT /user', { as: token, body: { user: { [field]: value } } });
      expect(answer).toEqual({ errors: { [field]: ["can't be blank"] } });
    }
  });

  test('a user cannot take the name or address of another', async () => {
    const token = await conduit().register('ada');
    await conduit().register('charles');
    const taken = ['has already been taken'];
    const answer = await conduit().call(422, 'PUT /user', {
      as: token,
      body: { user: { username: 'charles', email: 'charles@example.com' } },
    });
    expect(answer).toEqual({ errors: { username: taken, email: taken } });
  });
};
