// What RealWorld asks of a server, as real requests with what they must give.
import { deepStrictEqual } from 'node:assert/strict';
import type { Application } from '@taproot/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { jsonSchemaOf, objectOf, operationsOf, published, resolved } from './published.ts';

/** An answer to a real request. */
export interface Answer {
  /** As `POST /users`. */
  readonly operation: string;
  readonly status: number;
  readonly body: unknown;
  /** The JSON that was sent; undefined for none. */
  readonly sent: unknown;
}

export interface Report {
  /** Every answer that was met: `POST /users 409`. */
  readonly met: ReadonlySet<string>;
  readonly answers: readonly Answer[];
  readonly requests: number;
  readonly faults: readonly string[];
}

interface Sent {
  readonly as?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Body = Readonly<Record<string, unknown>>;

const blank = ["can't be blank"];
const taken = ['has already been taken'];

export const runScenario = async (app: Application): Promise<Report> => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...published, $id: 'published' });
  const operations = operationsOf(published);
  const patterns = [...operations.keys()].map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const met = new Set<string>();
  const answers: Answer[] = [];
  const faults: string[] = [];
  let requests = 0;

  const nameOf = (method: string, path: string): string => {
    const bare = `${method} ${path.replace(/\?.*$/, '')}`;
    const exact = patterns.find(({ operation }) => operation === bare);
    return (exact ?? patterns.find(({ pattern }) => pattern.test(bare)))?.operation ?? bare;
  };

  const hold = (operation: string, status: number, body: unknown): void => {
    const response = objectOf(objectOf(operations.get(operation))['responses'])[status];
    const schema = jsonSchemaOf(response ?? {}, published);
    if (schema === undefined) return;
    const check = ajv.compile(inlined(schema));
    if (!check(body)) faults.push(`${operation} ${status}: ${ajv.errorsText(check.errors)}: ${JSON.stringify(body)}`);
  };

  /** Sends a request, and takes what has to come back: a status, and what the body holds. */
  const ask = async (wanted: number, request: string, sent: Sent = {}, expected?: unknown): Promise<Body> => {
    requests++;
    const [method = '', path = ''] = request.split(' ');
    const headers = new Headers(sent.headers);
    if (sent.as !== undefined) headers.set('Authorization', `Token ${sent.as}`);
    if (sent.body !== undefined) headers.set('Content-Type', 'application/json');
    const response = await app.facades.Route().fetch(
      new Request(`http://localhost/api${path}`, {
        method,
        headers,
        ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
      }),
    );
    const text = await response.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    const operation = nameOf(method, path);
    met.add(`${operation} ${response.status}`);
    answers.push({ operation, status: response.status, body, sent: sent.body });
    if (response.status !== wanted) faults.push(`${request} gave ${response.status}, not ${wanted}: ${text}`);
    else hold(operation, response.status, body);
    if (wanted === 204 && text !== '') faults.push(`${request} has a body: ${text}`);
    if (expected !== undefined) {
      try {
        deepStrictEqual(body, expected);
      } catch {
        faults.push(`${request} gave ${text}, not ${JSON.stringify(expected)}`);
      }
    }
    return objectOf(body);
  };

  const must = (holds: boolean, what: string): void => {
    if (!holds) faults.push(what);
  };
  const inside = (body: Body, key: string): Body => objectOf(body[key]);
  const person = (username: string) => ({
    username,
    email: `${username}@example.com`,
    password: `${username}-password`,
  });
  const register = async (username: string): Promise<string> =>
    String(inside(await ask(201, 'POST /users', { body: { user: person(username) } }), 'user')['token']);
  const errors = (map: Readonly<Record<string, readonly string[]>>) => ({ errors: map });

  // Users
  const ada = await register('ada');
  const bob = await register('bob');
  for (const [user, fields] of [
    [{ ...person('x'), username: '' }, { username: blank }],
    [{ ...person('x'), email: null }, { email: blank }],
    [{}, { username: blank, email: blank, password: blank }],
    [{ ...person('x'), email: 'nowhere' }, { email: ['invalid'] }],
  ] as const) {
    await ask(422, 'POST /users', { body: { user } }, errors(fields));
  }
  await ask(422, 'POST /users', { body: {} }, errors({ username: blank, email: blank, password: blank }));
  await ask(409, 'POST /users', { body: { user: person('ada') } }, errors({ username: taken, email: taken }));
  await ask(409, 'POST /users', { body: { user: { ...person('x'), username: 'ada' } } }, errors({ username: taken }));
  const { username: _, ...login } = person('ada');
  must(
    inside(await ask(200, 'POST /users/login', { body: { user: login } }), 'user')['username'] === 'ada',
    'the login is not that of ada',
  );
  for (const user of [
    { ...login, password: 'wrong' },
    { ...login, email: 'x@example.com' },
  ]) {
    await ask(401, 'POST /users/login', { body: { user } }, errors({ credentials: ['invalid'] }));
  }
  await ask(422, 'POST /users/login', { body: { user: { ...login, email: '' } } }, errors({ email: blank }));
  const self = inside(
    await ask(200, 'GET /user', { as: ada, headers: { 'Content-Type': 'application/json' } }),
    'user',
  );
  must(self['email'] === 'ada@example.com' && self['bio'] === null, 'GET /user is not ada');
  const put = async (user: object) => {
    const { token, ...rest } = inside(await ask(200, 'PUT /user', { as: ada, body: { user } }), 'user');
    must(typeof token === 'string', 'PUT /user has no token');
    return JSON.stringify(rest, Object.keys(rest).toSorted());
  };
  const kept = { bio: 'Analyst', email: 'ada@example.com', image: null, username: 'ada' };
  must((await put({ bio: 'Analyst' })) === JSON.stringify(kept), 'PUT /user loses fields');
  must((await put({ image: '' })) === JSON.stringify(kept), 'an empty image is not null');
  must((await put({ bio: '' })) === JSON.stringify({ ...kept, bio: null }), 'an empty bio is not null');
  must((await put({ bio: null, email: 'ada@example.com' })).includes('"bio":null'), 'a bio of null is kept');
  for (const field of ['username', 'email', 'password']) {
    for (const value of ['', null]) {
      await ask(422, 'PUT /user', { as: ada, body: { user: { [field]: value } } }, errors({ [field]: blank }));
    }
  }
  await ask(422, 'PUT /user', { as: ada, body: { user: { username: 'bob' } } }, errors({ username: taken }));
  await put({ password: 'another-password' });
  await ask(200, 'POST /users/login', { body: { user: { ...login, password: 'another-password' } } });

  // Who sends no token, or a wrong one
  for (const request of [
    'GET /user',
    'PUT /user',
    'POST /profiles/nobody/follow',
    'DELETE /profiles/nobody/follow',
    'GET /articles/feed',
    'POST /articles',
    'PUT /articles/none',
    'DELETE /articles/none',
    'POST /articles/none/favorite',
    'DELETE /articles/none/favorite',
    'POST /articles/none/comments',
    'DELETE /articles/none/comments/1',
  ]) {
    const body = request.startsWith('PUT') || request.startsWith('POST') ? { body: {} } : {};
    await ask(401, request, body, errors({ token: ['is missing'] }));
    await ask(401, request, { ...body, as: 'no.real.token' }, errors({ token: ['invalid'] }));
  }
  for (const path of ['/profiles/ada', '/articles', '/articles/none', '/articles/none/comments']) {
    await ask(401, `GET ${path}`, { as: 'no.real.token' }, errors({ token: ['invalid'] }));
  }

  // Profiles
  const profile = { username: 'bob', bio: null, image: null };
  await ask(200, 'GET /profiles/bob', {}, { profile: { ...profile, following: false } });
  await ask(200, 'POST /profiles/bob/follow', { as: ada, body: {} }, { profile: { ...profile, following: true } });
  await ask(200, 'GET /profiles/bob', { as: ada }, { profile: { ...profile, following: true } });
  for (const [method, path, as] of [
    ['GET', '/profiles/nobody', undefined],
    ['POST', '/profiles/nobody/follow', ada],
    ['DELETE', '/profiles/nobody/follow', ada],
  ] as const) {
    await ask(404, `${method} ${path}`, as === undefined ? {} : { as }, errors({ profile: ['not found'] }));
  }

  // Articles
  const draft = { title: 'How to train', description: 'Ever wondered?', body: 'It takes time', tagList: ['b', 'a'] };
  const publish = async (as: string, article: object = draft) =>
    inside(await ask(201, 'POST /articles', { as, body: { article } }), 'article');
  const first = await publish(bob);
  const second = await publish(bob, { ...draft, tagList: ['c'] });
  const third = await publish(ada, { title: 'Roots', description: 'd', body: 'b' });
  must(first['slug'] === 'how-to-train' && first['slug'] !== second['slug'], 'two articles share a slug');
  must(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(first['createdAt'])), 'a date is not ISO 8601');
  must(JSON.stringify(third['tagList']) === '[]', 'an article without tags has no empty list');
  for (const field of ['title', 'description', 'body']) {
    await ask(
      422,
      'POST /articles',
      { as: ada, body: { article: { ...draft, [field]: '' } } },
      errors({ [field]: blank }),
    );
  }
  await ask(
    422,
    'POST /articles',
    { as: ada, body: { article: { ...draft, tagList: 'a' } } },
    errors({ tagList: ['invalid'] }),
  );
  const { body: __, ...listed } = { body: '', ...first };
  const lists: [string, string | undefined, readonly unknown[]][] = [
    ['/articles', undefined, [third, second, first]],
    ['/articles?limit=1&offset=1', undefined, [second]],
    ['/articles?tag=a', undefined, [first]],
    ['/articles?author=ada', undefined, [third]],
    ['/articles?author=nobody', undefined, []],
    ['/articles?favorited=nobody', undefined, []],
    ['/articles/feed', ada, [second, first]],
    ['/articles/feed?limit=1', ada, [second]],
    ['/articles/feed', bob, []],
  ];
  for (const [path, as, wanted] of lists) {
    const found = await ask(200, `GET ${path}`, as === undefined ? {} : { as });
    const slugs = (found['articles'] as Body[]).map(({ slug }) => slug);
    must(
      JSON.stringify(slugs) === JSON.stringify(wanted.map((one) => objectOf(one)['slug'])),
      `GET ${path} gave ${slugs.join()}`,
    );
    must(!(found['articles'] as Body[]).some((one) => 'body' in one), `GET ${path} has bodies`);
    if (path === '/articles?limit=1&offset=1') must(found['articlesCount'] === 3, 'articlesCount counts the page');
  }
  await ask(200, 'GET /articles?tag=a', {}, { articles: [listed], articlesCount: 1 });
  for (const query of ['limit=0', 'limit=x', 'offset=-1']) {
    const wrong = errors({ [query.split('=')[0] ?? '']: ['invalid'] });
    await ask(422, `GET /articles?${query}`, {}, wrong);
    await ask(422, `GET /articles/feed?${query}`, { as: ada }, wrong);
  }
  const at = `/articles/${String(first['slug'])}`;
  await ask(200, `GET ${at}`, {}, { article: first });
  const liked = inside(await ask(200, `POST ${at}/favorite`, { as: ada, body: { any: 1 } }), 'article');
  must(liked['favorited'] === true && liked['favoritesCount'] === 1, 'a favorite does not count');
  const asAda = inside(await ask(200, `GET ${at}`, { as: ada }), 'article');
  must(asAda['favorited'] === true && inside(asAda, 'author')['following'] === true, 'GET does not know its reader');
  const favorites = await ask(200, 'GET /articles?favorited=ada');
  must(favorites['articlesCount'] === 1, 'favorited does not filter');
  const unliked = inside(await ask(200, `DELETE ${at}/favorite`, { as: ada }), 'article');
  must(unliked['favorited'] === false && unliked['favoritesCount'] === 0, 'a favorite stays');
  await ask(200, 'DELETE /profiles/bob/follow', { as: ada }, { profile: { ...profile, following: false } });
  const changed = inside(await ask(200, `PUT ${at}`, { as: bob, body: { article: { body: 'More' } } }), 'article');
  must(changed['body'] === 'More' && changed['title'] === first['title'], 'PUT loses fields of an article');
  must(changed['updatedAt'] !== first['updatedAt'], 'updatedAt stays');
  must(JSON.stringify(changed['tagList']) === '["b","a"]', 'PUT loses tags');
  await ask(422, `PUT ${at}`, { as: bob, body: { article: { tagList: null } } }, errors({ tagList: ['invalid'] }));
  await ask(422, `PUT ${at}`, { as: bob, body: { article: { title: '' } } }, errors({ title: blank }));
  const notMine = errors({ article: ['forbidden'] });
  await ask(403, `PUT ${at}`, { as: ada, body: { article: { body: 'Mine' } } }, notMine);
  await ask(403, `DELETE ${at}`, { as: ada }, notMine);
  const noArticle = errors({ article: ['not found'] });
  await ask(404, 'GET /articles/none', {}, noArticle);
  await ask(404, 'PUT /articles/none', { as: ada, body: { article: { body: 'x' } } }, noArticle);
  for (const request of ['DELETE /articles/none', 'POST /articles/none/favorite', 'DELETE /articles/none/favorite']) {
    await ask(404, request, { as: ada }, noArticle);
  }
  await ask(200, 'GET /tags', {}, { tags: ['a', 'b', 'c'] });

  // Comments
  const { comment } = await ask(201, `POST ${at}/comments`, { as: ada, body: { comment: { body: 'Yes' } } });
  await ask(200, `GET ${at}/comments`, { as: ada }, { comments: [comment] });
  await ask(200, `GET /articles/${String(second['slug'])}/comments`, {}, { comments: [] });
  await ask(422, `POST ${at}/comments`, { as: ada, body: { comment: { body: '' } } }, errors({ body: blank }));
  await ask(404, 'GET /articles/none/comments', {}, noArticle);
  await ask(404, 'POST /articles/none/comments', { as: ada, body: { comment: { body: 'x' } } }, noArticle);
  const { id } = objectOf(comment);
  await ask(403, `DELETE ${at}/comments/${String(id)}`, { as: bob }, errors({ comment: ['forbidden'] }));
  await ask(404, `DELETE ${at}/comments/999`, { as: ada }, errors({ comment: ['not found'] }));
  await ask(404, `DELETE /articles/${String(third['slug'])}/comments/${String(id)}`, { as: ada });
  await ask(404, `DELETE /articles/none/comments/${String(id)}`, { as: ada }, noArticle);
  await ask(204, `DELETE ${at}/comments/${String(id)}`, { as: ada });
  await ask(204, `DELETE ${at}`, { as: bob });
  await ask(404, `GET ${at}`, {}, noArticle);

  return { met, answers, requests, faults };
};

/** A schema whose references lead into the published document. */
const inlined = (schema: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(resolved(schema, published)).replaceAll('"#/', '"published#/')) as Record<string, unknown>;
