import { expect, test } from '@jest/globals';
import type { Conduit } from './support/conduit.ts';

interface Article {
  readonly slug: string;
  readonly title: string;
  readonly tagList: string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly favorited: boolean;
  readonly favoritesCount: number;
}

interface One {
  readonly article: Article;
}

interface Many {
  readonly articles: Article[];
  readonly articlesCount: number;
}

/** Articles, their lists, favorites and tags. */
export const describeArticles = (conduit: () => Conduit): void => {
  const draft = {
    title: 'How to train a dragon',
    description: 'Ever wondered?',
    body: 'You have to believe',
    tagList: ['dragons', 'art'],
  };
  const titles = ({ articles }: Many) => articles.map(({ title }) => title);

  test('an article is published, read, and found in the list without its body', async () => {
    const ada = await conduit().register('ada');
    const { article } = await conduit().call<One>(201, 'POST /articles', { as: ada, body: { article: draft } });
    expect(article).toEqual({
      ...draft,
      slug: 'how-to-train-a-dragon',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: article.createdAt,
      favorited: false,
      favoritesCount: 0,
      author: { username: 'ada', bio: null, image: null, following: false },
    });
    expect(await conduit().call(200, 'GET /articles/{slug}', { with: { slug: article.slug } })).toEqual({ article });
    const { body: _, ...listed } = { body: '', ...article };
    expect(await conduit().call(200, 'GET /articles')).toEqual({ articles: [listed], articlesCount: 1 });
  });

  test('two articles of one title have two slugs, also when published at once', async () => {
    const ada = await conduit().register('ada');
    const slugs = await Promise.all([1, 2, 3, 4].map(() => conduit().publish(ada, { title: 'Same' })));
    expect(new Set(slugs).size).toBe(4);
    expect(slugs).toContain('same');
  });

  test.each(['title', 'description', 'body'])('%s cannot be blank', async (field) => {
    const ada = await conduit().register('ada');
    for (const value of ['', null, undefined]) {
      const body = { article: { ...draft, [field]: value } };
      expect(await conduit().call(422, 'POST /articles', { as: ada, body })).toEqual({
        errors: { [field]: ["can't be blank"] },
      });
    }
  });

  test.each([['dragons'], [[1]], [[['a']]], [{ a: 'b' }]])('%j is no list of tags', async (tagList) => {
    const ada = await conduit().register('ada');
    expect(await conduit().call(422, 'POST /articles', { as: ada, body: { article: { ...draft, tagList } } })).toEqual({
      errors: { tagList: ['invalid'] },
    });
  });

  test('a title without a letter still gets a slug', async () => {
    const ada = await conduit().register('ada');
    expect(await conduit().publish(ada, { title: '!!!' })).not.toBe('');
    expect(await conduit().publish(ada, { title: 'Über Größe' })).toBe('uber-grosse');
  });

  test('its author changes what he names', async () => {
    const ada = await conduit().register('ada');
    const slug = await conduit().publish(ada, draft);
    const put = (article: object, at = slug) =>
      conduit().call<One>(200, 'PUT /articles/{slug}', { as: ada, with: { slug: at }, body: { article } });
    const first = await put({ body: 'New' });
    expect(first.article).toMatchObject({ ...draft, body: 'New', slug });
    expect(first.article.updatedAt >= first.article.createdAt).toBe(true);
    expect((await put({ tagList: ['new'] })).article.tagList).toEqual(['new']);
    expect((await put({ tagList: [] })).article.tagList).toEqual([]);
    expect((await put({ title: 'Another title' })).article.slug).toBe('another-title');
    await conduit().call(404, 'GET /articles/{slug}', { with: { slug } });
    for (const [field, value] of [
      ['title', ''],
      ['body', null],
      ['tagList', null],
    ]) {
      const body = { article: { [`${field}`]: value } };
      await conduit().call(422, 'PUT /articles/{slug}', { as: ada, with: { slug: 'another-title' }, body });
    }
  });

  test('fields that an article does not have are ignored', async () => {
    const ada = await conduit().register('ada');
    await conduit().register('charles');
    const { id } = await conduit()
      .app.facades.DB()
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'charles')
      .executeTakeFirstOrThrow();
    const more = { id: 900, author_id: id, slug: 'mine', created_at: '', nonsense: 1 };
    const { article } = await conduit().call<One>(201, 'POST /articles', {
      as: ada,
      body: { article: { ...draft, ...more } },
    });
    const put = (changes: object) =>
      conduit().call<One>(200, 'PUT /articles/{slug}', {
        as: ada,
        with: { slug: article.slug },
        body: { article: changes },
      });
    expect(article).toMatchObject({ slug: 'how-to-train-a-dragon', author: { username: 'ada' } });
    const updatedAt = expect.any(String);
    expect((await put({ ...more, body: 'New' })).article).toEqual({ ...article, body: 'New', updatedAt });
    expect((await put(more)).article).toEqual({ ...article, body: 'New', updatedAt });
  });

  test.each([{}, { article: null }, { article: {} }, { article: 'text' }, { article: [] }])(
    '%j changes nothing',
    async (body) => {
      const ada = await conduit().register('ada');
      const slug = await conduit().publish(ada, draft);
      const errors = { article: [typeof body.article === 'string' ? 'invalid' : "can't be blank"] };
      expect(await conduit().call(422, 'PUT /articles/{slug}', { as: ada, with: { slug }, body })).toEqual({ errors });
    },
  );

  test('a missing article is 404, an article of someone else 403; without a token it is 401', async () => {
    const ada = await conduit().register('ada');
    const charles = await conduit().register('charles');
    const slug = await conduit().publish(ada, draft);
    const changes = { body: { article: { body: 'Mine' } } };
    for (const [operation, rest] of [
      ['PUT /articles/{slug}', changes],
      ['DELETE /articles/{slug}', {}],
    ] as const) {
      expect(await conduit().call(401, operation, { with: { slug: 'none' }, ...rest })).toEqual({
        errors: { token: ['is missing'] },
      });
      expect(await conduit().call(404, operation, { as: charles, with: { slug: 'none' }, ...rest })).toEqual({
        errors: { article: ['not found'] },
      });
      expect(await conduit().call(403, operation, { as: charles, with: { slug }, ...rest })).toEqual({
        errors: { article: ['forbidden'] },
      });
    }
    expect(await conduit().call(204, 'DELETE /articles/{slug}', { as: ada, with: { slug } })).toBe('');
    expect(await conduit().call(404, 'GET /articles/{slug}', { with: { slug } })).toEqual({
      errors: { article: ['not found'] },
    });
  });

  test('lists are filtered by tag, author and favorites, newest first, page by page', async () => {
    const ada = await conduit().register('ada');
    const charles = await conduit().register('charles');
    for (const title of ['One', 'Two', 'Three']) await conduit().publish(ada, { title, tagList: [title, 'all'] });
    const four = await conduit().publish(charles, { title: 'Four', tagList: ['all'] });
    await conduit().call(200, 'POST /articles/{slug}/favorite', { as: ada, with: { slug: four } });
    const list = (query: Record<string, string | number>) =>
      conduit().call<Many>(200, 'GET /articles', { with: query });

    expect(titles(await list({}))).toEqual(['Four', 'Three', 'Two', 'One']);
    expect(titles(await list({ tag: 'Two' }))).toEqual(['Two']);
    expect(titles(await list({ author: 'charles' }))).toEqual(['Four']);
    expect(titles(await list({ favorited: 'ada' }))).toEqual(['Four']);
    expect(titles(await list({ author: 'ada', tag: 'all' }))).toEqual(['Three', 'Two', 'One']);
    expect(await list({ author: 'nobody' })).toEqual({ articles: [], articlesCount: 0 });
    const page = await list({ limit: 2, offset: 1 });
    expect([titles(page), page.articlesCount]).toEqual([['Three', 'Two'], 4]);
    expect(titles(await list({ offset: 9 }))).toEqual([]);
  });

  test.each([{ limit: 0 }, { limit: -1 }, { limit: 'many' }, { offset: -1 }, { offset: '1.5' }])(
    '%j is no page',
    async (query) => {
      const [field] = Object.keys(query);
      const ada = await conduit().register('ada');
      const errors = { [`${field}`]: ['invalid'] };
      expect(await conduit().call(422, 'GET /articles', { with: query })).toEqual({ errors });
      expect(await conduit().call(422, 'GET /articles/feed', { as: ada, with: query })).toEqual({ errors });
    },
  );

  test('the feed holds the articles of those one follows', async () => {
    const ada = await conduit().register('ada');
    const charles = await conduit().register('charles');
    await conduit().publish(charles, { title: 'Engines' });
    await conduit().publish(ada, { title: 'Notes' });
    const feed = () => conduit().call<Many>(200, 'GET /articles/feed', { as: ada });
    expect(await feed()).toEqual({ articles: [], articlesCount: 0 });
    await conduit().call(200, 'POST /profiles/{username}/follow', { as: ada, with: { username: 'charles' } });
    const { articles, articlesCount } = await feed();
    expect([articles, articlesCount]).toMatchObject([[{ title: 'Engines', author: { following: true } }], 1]);
  });

  test('a favorite counts once for each user', async () => {
    const ada = await conduit().register('ada');
    const charles = await conduit().register('charles');
    const slug = await conduit().publish(ada, draft);
    const favorite = async (method: string, as: string) => {
      const { article } = await conduit().call<One>(200, `${method} /articles/{slug}/favorite`, { as, with: { slug } });
      return [article.favorited, article.favoritesCount];
    };
    expect(await favorite('POST', ada)).toEqual([true, 1]);
    expect(await favorite('POST', ada)).toEqual([true, 1]);
    expect(await favorite('POST', charles)).toEqual([true, 2]);
    expect(await favorite('DELETE', ada)).toEqual([false, 1]);
    expect(await favorite('DELETE', ada)).toEqual([false, 1]);
    for (const method of ['POST', 'DELETE']) {
      const operation = `${method} /articles/{slug}/favorite`;
      await conduit().call(401, operation, { with: { slug: 'none' } });
      await conduit().call(404, operation, { as: ada, with: { slug: 'none' } });
    }
  });

  test('tags are listed once, in the order of the alphabet', async () => {
    expect(await conduit().call(200, 'GET /tags')).toEqual({ tags: [] });
    const ada = await conduit().register('ada');
    await conduit().publish(ada, { title: 'One', tagList: ['pear', 'apple', 'pear'] });
    await conduit().publish(ada, { title: 'Two', tagList: ['apple', 'fig'] });
    expect(await conduit().call(200, 'GET /tags')).toEqual({ tags: ['apple', 'fig', 'pear'] });
  });
};
