import { describe, expect, test } from '@jest/globals';
import type { RootRouter } from '@taproot/routing';
import type { AssertableJson, TestRequest } from '@taproot/testing';
import { statuses } from '../../plugins/testing/src/assertions/status-checks.ts';
import { problemOf, withApp } from './support.ts';

const pages = (route: RootRouter): void => {
  route.get('/status/{code}', (ctx) => {
    const code = ctx.request().routeInt('code');
    return code === 304 ? ctx.response().noContent(code) : ctx.response().string(code, `status ${code}`);
  });
  route.get('/empty', (ctx) => ctx.response().noContent());
  route.get('/page', (ctx) => ctx.response().header('X-Version', '1.2.3').string(200, 'one <b>two</b> three two'));
  route.get('/away', (ctx) => ctx.response().redirect(303, '/page?from=away'));
  route.get('/cookies', (ctx) =>
    ctx
      .response()
      .cookie('theme', 'dark blue', { maxAge: 60, httpOnly: true, sameSite: 'lax' })
      .cookie('until', '1', { expires: new Date(Date.now() + 60_000) })
      .withoutCookie('old')
      .noContent(),
  );
};

describe('the status', () => {
  test.each(Object.entries(statuses))('%s holds for %i alone', (name, status) =>
    withApp(pages, async (client) => {
      const assertion = name as keyof typeof statuses;
      await client.get(`/status/${status}`)[assertion]();
      expect(await problemOf(() => client.get('/status/226')[assertion]())).toMatch(`Expected status ${status} `);
    }),
  );

  test('may be any number', () =>
    withApp(pages, async (client) => {
      await client.get('/status/226').assertStatus(226);
      const problem = await problemOf(() => client.get('/status/422').assertStatus(200));
      expect(problem).toBe('Expected status 200 OK, but got 422 Unprocessable Entity.');
    }));

  test.each([
    ['assertSuccessful', [200, 299], [304, 400]],
    ['assertClientError', [400, 499], [304, 500]],
    ['assertServerError', [500, 599], [499, 200]],
  ] as const)('%s holds for its family', (assertion, good, bad) =>
    withApp(pages, async (client) => {
      for (const status of good) await client.get(`/status/${status}`)[assertion]();
      for (const status of bad)
        expect(await problemOf(() => client.get(`/status/${status}`)[assertion]())).toMatch(`but got ${status}`);
    }),
  );

  test('assertNoContent wants an empty body too', () =>
    withApp(pages, async (client) => {
      await client.get('/empty').assertNoContent();
      expect(await problemOf(() => client.get('/status/200').assertNoContent(200))).toBe(
        'Expected no body, but got 10 bytes.',
      );
      expect(await problemOf(() => client.get('/status/200').assertNoContent())).toMatch('Expected status 204');
    }));
});

describe('headers', () => {
  test('are there, with a value or a pattern', () =>
    withApp(pages, async (client) => {
      await client
        .get('/page')
        .assertHeader('x-version')
        .assertHeader('X-Version', '1.2.3')
        .assertHeader('X-Version', /^1\./g);
      const fails = async (assert: (request: TestRequest) => TestRequest) =>
        problemOf(() => assert(client.get('/page')));
      expect(await fails((page) => page.assertHeader('X-Version', '1.2'))).toBe(
        'Expected the header X-Version to be "1.2", but it is "1.2.3".',
      );
      expect(await fails((page) => page.assertHeader('X-Version', /^2/))).toMatch('to be /^2/, but');
      expect(await fails((page) => page.assertHeader('X-None'))).toMatch('there is none');
      expect(await fails((page) => page.assertHeaderMissing('X-Version'))).toMatch('but it is "1.2.3"');
      await client.get('/page').assertHeaderMissing('X-None');
    }));

  test('assertRedirect wants a redirect, and its place when one is given', () =>
    withApp(pages, async (client) => {
      await client
        .get('/away')
        .assertRedirect()
        .assertRedirect('/page?from=away')
        .assertRedirect(/^\/page/)
        .assertSeeOther();
      expect(await problemOf(() => client.get('/away').assertRedirect('/page'))).toMatch('"/page?from=away"');
      expect(await problemOf(() => client.get('/page').assertRedirect())).toMatch(
        'Expected a redirect, but got status 200',
      );
      expect(await problemOf(() => client.get('/status/304').assertRedirect())).toMatch('but got status 304');
    }));
});

describe('cookies', () => {
  test('are parsed with their attributes', () =>
    withApp(pages, async (client) => {
      const response = await client.get('/cookies').assertCookie('theme').assertCookie('theme', 'dark blue');
      expect(response.cookie('theme')).toEqual({
        name: 'theme',
        value: 'dark blue',
        maxAge: 60,
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
      });
      expect(response.cookies.map((cookie) => cookie.name)).toEqual(['theme', 'until', 'old']);
    }));

  test('last, expire or are missing', () =>
    withApp(pages, async (client) => {
      await client
        .get('/cookies')
        .assertCookieNotExpired('theme')
        .assertCookieNotExpired('until')
        .assertCookieExpired('old')
        .assertCookieMissing('none');
      const fails = async (assert: (request: TestRequest) => TestRequest) =>
        problemOf(() => assert(client.get('/cookies')));
      expect(await fails((reply) => reply.assertCookie('theme', 'light'))).toBe(
        'Expected the cookie theme to be "light", but it is "dark blue".',
      );
      expect(await fails((reply) => reply.assertCookie('none'))).toMatch('it sets: theme, until, old');
      expect(await fails((reply) => reply.assertCookieExpired('theme'))).toMatch('but it is not');
      expect(await fails((reply) => reply.assertCookieExpired('until'))).toMatch('but it is not');
      expect(await fails((reply) => reply.assertCookieNotExpired('old'))).toMatch('it is expired');
      expect(await fails((reply) => reply.assertCookieMissing('old'))).toMatch('sets it');
    }));
});

describe('the text', () => {
  test('is seen, or not', () =>
    withApp(pages, async (client) => {
      await client
        .get('/page')
        .assertSee('one')
        .assertSee(['<b>two', 'three'])
        .assertDontSee('four')
        .assertDontSee(['4', '5']);
      expect(await problemOf(() => client.get('/page').assertSee(['one', 'four']))).toBe(
        'Expected to see "four" in the body, but it is not there.',
      );
      expect(await problemOf(() => client.get('/page').assertDontSee(['four', 'one']))).toBe(
        'Expected not to see "one" in the body, but it is there.',
      );
    }));

  test('is seen in order, each after the one before', () =>
    withApp(pages, async (client) => {
      await client.get('/page').assertSeeInOrder(['one', 'two', 'three', 'two']);
      expect(await problemOf(() => client.get('/page').assertSeeInOrder(['two', 'one']))).toBe(
        'Expected to see "one" after "two", but it is not there.',
      );
      expect(await problemOf(() => client.get('/page').assertSeeInOrder(['three', 'three']))).toMatch('after "three"');
    }));
});

const posts = {
  data: [
    { id: 1, title: 'Hello', author: { name: 'Anna' }, tags: ['a', 'b'] },
    { id: 2, title: 'World', author: { name: 'Bert' }, tags: [] },
  ],
  'a.b': null,
  total: 2,
};

const api = (route: RootRouter): void => {
  route.get('/posts', (ctx) => ctx.response().json(200, posts));
  route.get('/list', (ctx) => ctx.response().json(200, [{ id: 1 }, { id: 2 }]));
  route.get('/null', (ctx) => ctx.response().json(200, null));
  route.get('/text', (ctx) => ctx.response().string(200, 'Hello'));
  route.get('/empty', (ctx) => ctx.response().noContent());
};

type Assert = (request: TestRequest) => TestRequest;

const holds = (assert: Assert, path = '/posts'): Promise<void> =>
  withApp(api, async (client) => void (await assert(client.get(path))));

const fails = async (assert: Assert, path = '/posts'): Promise<string> => {
  let problem = '';
  await withApp(api, async (client) => {
    problem = await problemOf(() => assert(client.get(path)));
  });
  return problem;
};

describe('assertJson', () => {
  test('holds for a subset at any depth', async () => {
    await holds((reply) =>
      reply
        .assertJson({ total: 2 })
        .assertJson({ data: [{ author: { name: 'Anna' } }, {}] })
        .assertJson({}),
    );
    await holds((reply) => reply.assertJson([{ id: 1 }, {}]), '/list');
  });

  test('tells every place that differs', async () => {
    const problem = await fails((reply) =>
      reply.assertJson({ data: [{ title: 'Hallo', votes: 1 }, { author: 'Bert' }], total: '2' }),
    );
    expect(problem).toBe(
      [
        'The JSON differs (- expected, + received):',
        '  at data.0.title\n    - "Hallo"\n    + "Hello"',
        '  at data.0.votes\n    - 1\n    + nothing',
        '  at data.1.author\n    - "Bert"\n    + {"name":"Bert"}',
        '  at total\n    - "2"\n    + 2',
      ].join('\n'),
    );
  });

  test('takes a list as it is: no element more, none less', async () => {
    expect(await fails((reply) => reply.assertJson([{ id: 1 }]), '/list')).toMatch(
      'at 1\n    - nothing\n    + {"id":2}',
    );
    expect(await fails((reply) => reply.assertJson([{}, {}, {}]), '/list')).toMatch('at 2\n    - {}\n    + nothing');
  });

  test('compares as JSON does', () =>
    withApp(
      (route) => route.get('/', (ctx) => ctx.response().json(200, { at: new Date(0), none: undefined })),
      async (client) => void (await client.get('/').assertExactJson({ at: new Date(0), none: undefined })),
    ));

  test('never takes an inherited member for a value', async () => {
    expect(await fails((reply) => reply.assertJson({ constructor: {} }))).toMatch('+ nothing');
  });

  test('cuts a diff that nobody would read', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_one, index) => [`key${index}`, 'x'.repeat(1000)]));
    const problem = await fails((reply) => reply.assertJson(many));
    expect(problem).toMatch('and at 30 other places');
    expect(problem.length).toBeLessThan(10_000);
  });

  test('says that a body is not JSON', async () => {
    expect(await fails((reply) => reply.assertJson({}), '/text')).toMatch(/^Expected JSON, but: .*H/);
    expect(await fails((reply) => reply.assertJson({}), '/empty')).toBe('Expected JSON, but the body is empty.');
  });
});

describe('assertExactJson', () => {
  test('holds for the whole, in any order of keys', async () => {
    const { total, ...rest } = posts;
    await holds((reply) => reply.assertExactJson({ total, ...rest }));
    await holds((reply) => reply.assertExactJson(null), '/null');
  });

  test('refuses what was not expected', async () => {
    expect(await fails((reply) => reply.assertExactJson({ ...posts, total: undefined }))).toBe(
      'The JSON differs (- expected, + received):\n  at total\n    - nothing\n    + 2',
    );
    expect(await fails((reply) => reply.assertExactJson({}), '/null')).toMatch('at the root\n    - {}\n    + null');
  });
});

describe('paths', () => {
  test('assertJsonPath takes a value, or a predicate over the type it should have', () =>
    holds((reply) =>
      reply
        .assertJsonPath('data.0.title', 'Hello')
        .assertJsonPath('data.1.tags', [])
        .assertJsonPath('a\\.b', null)
        .assertJsonPath('data.0.title', (title: string) => title.length === 5)
        .assertJsonPath('total', (total) => typeof total === 'number'),
    ));

  test('assertJsonPath takes an expression, which only strings match', async () => {
    await holds((reply) =>
      reply
        .assertJsonPath('data.0.title', /^hel/i)
        .assertJson((json) => json.where('data.0.title', /lo$/g).where('data.0.title', /lo$/g).etc()),
    );
    expect(await fails((reply) => reply.assertJsonPath('data.0.title', /^x/))).toMatch(
      'Expected data.0.title to match /^x/, but it is "Hello".',
    );
    expect(await fails((reply) => reply.assertJsonPath('total', /2/))).toMatch(/but it is \d+, which is no string/);
    expect(await fails((reply) => reply.assertJsonPath('nothing', /./))).toMatch('but it is missing');
  });

  test('assertJsonPath tells what is there', async () => {
    expect(await fails((reply) => reply.assertJsonPath('data.0', { id: 1 }))).toMatch(
      'at data.0.title\n    - nothing\n    + "Hello"',
    );
    expect(await fails((reply) => reply.assertJsonPath('data.2.id', 3))).toMatch(
      'at data.2.id\n    - 3\n    + nothing',
    );
    expect(await fails((reply) => reply.assertJsonPath('total', (total: number) => total > 2))).toBe(
      'The value at total is not accepted: 2.',
    );
    expect(await fails((reply) => reply.assertJsonPath('none', () => true))).toBe('Expected none, but it is missing.');
  });

  test('assertJsonMissingPath wants nothing, not even null', async () => {
    await holds((reply) =>
      reply.assertJsonMissingPath('data.2').assertJsonMissingPath('total.x').assertJsonMissingPath('toString'),
    );
    expect(await fails((reply) => reply.assertJsonMissingPath('a\\.b'))).toMatch('but there is null');
  });

  test('assertJsonCount counts elements and keys', async () => {
    await holds((reply) =>
      reply
        .assertJsonCount(3)
        .assertJsonCount(2, 'data')
        .assertJsonCount(0, 'data.1.tags')
        .assertJsonCount(1, 'data.0.author'),
    );
    await holds((reply) => reply.assertJsonCount(2), '/list');
    expect(await fails((reply) => reply.assertJsonCount(3, 'data'))).toBe(
      'Expected 3 elements at data, but there are 2.',
    );
    expect(await fails((reply) => reply.assertJsonCount(1, 'total'))).toBe(
      'Expected 1 elements at total, but there is 2.',
    );
    expect(await fails((reply) => reply.assertJsonCount(0, 'none'))).toMatch('but there is nothing');
  });

  test('assertJsonStructure wants keys, whatever their values', async () => {
    await holds((reply) => reply.assertJsonStructure(['total', { data: { '*': ['id', { author: ['name'] }] } }]));
    await holds((reply) => reply.assertJsonStructure({ '*': ['id'] }), '/list');
    expect(
      await fails((reply) =>
        reply.assertJsonStructure(['count', { data: { '*': ['id', { author: ['age'] }, { title: { '*': [] } }] } }]),
      ),
    ).toBe(
      'The JSON lacks something:\n  count is missing\n  data.0.author.age is missing\n  data.0.title is no list\n  data.1.author.age is missing\n  data.1.title is no list',
    );
  });
});

describe('assertJson with a function', () => {
  const describes =
    (scope: (json: AssertableJson) => unknown): Assert =>
    (reply) =>
      reply.assertJson(scope);

  test('describes JSON piece by piece', () =>
    holds(
      describes((json) =>
        json
          .where('total', 2)
          .where('data.0.author', { name: 'Anna' })
          .has('a\\.b')
          .has('data', 2)
          .has('data.0', (post) =>
            post
              .where('id', 1)
              .where('title', (title: string) => title.startsWith('H'))
              .etc(),
          )
          .each('data', (post) =>
            post
              .has('id')
              .has('title')
              .has('tags')
              .where('author.name', (name) => name !== ''),
          )
          .missing('secret'),
      ),
    ));

  test('wants every key spoken of, unless there may be others', async () => {
    await holds(describes((json) => json.where('total', 2).etc()));
    expect(await fails(describes((json) => json.where('total', 2)))).toMatch('Nothing was said of the keys data, a.b;');
    expect(await fails(describes((json) => json.has('data.0', (post) => post.has('id')).etc()))).toMatch(
      'keys title, author, tags at data.0;',
    );
  });

  test('tells everything that does not hold', async () => {
    const problem = await fails(
      describes((json) =>
        json
          .where('total', 3)
          .has('none')
          .has('data', 1)
          .missing('total')
          .each('total', () => null)
          .each('data', (post) => post.where('id', 1).etc())
          .etc(),
      ),
    );
    expect(problem.split('\n').filter((line) => !line.startsWith('    '))).toEqual([
      'The JSON differs (- expected, + received):',
      '  at total',
      'Expected none, but it is missing.',
      'Expected 1 elements at data, but there are 2.',
      'Expected nothing at total, but there is 2.',
      'Expected a list at total, but there is none.',
      'The JSON differs (- expected, + received):',
      '  at data.1.id',
    ]);
  });
});
