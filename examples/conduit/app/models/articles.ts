import { randomBytes } from 'node:crypto';
import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  type Tables,
  uniqueViolation,
} from '@taproot/database';
import { db } from '../facades.ts';
import { profileColumns, toProfile } from './profiles.ts';
import { slugOf } from './slug.ts';

/** The fields that an author writes. */
interface Draft {
  title: string;
  description: string;
  body: string;
  tagList?: readonly string[];
}

/** Selects articles. All given conditions must hold. */
export interface ArticleFilter {
  id?: number | undefined;
  tag?: string | undefined;
  /** Name of the user who wrote them. */
  author?: string | undefined;
  /** Name of a user whose favorites they are. */
  favorited?: string | undefined;
  /** Id of a user who follows their authors. */
  follower?: number | undefined;
}

const matching =
  ({ id, tag, author, favorited, follower }: ArticleFilter) =>
  (eb: ExpressionBuilder<Tables, 'articles'>): Expression<SqlBool> => {
    const named = (username: string) => eb.selectFrom('users').select('id').where('username', '=', username);
    const tagged = eb.selectFrom('article_tags').select('article_id');
    const favorites = eb.selectFrom('favorites').select('article_id');
    const follows = eb.selectFrom('follows').select('followed_id');
    const conditions: Expression<SqlBool>[] = [];
    if (id !== undefined) conditions.push(eb('articles.id', '=', id));
    if (tag !== undefined) conditions.push(eb('articles.id', 'in', tagged.where('tag', '=', tag)));
    if (author !== undefined) conditions.push(eb('author_id', 'in', named(author)));
    if (favorited !== undefined)
      conditions.push(eb('articles.id', 'in', favorites.where('user_id', 'in', named(favorited))));
    if (follower !== undefined) conditions.push(eb('author_id', 'in', follows.where('follower_id', '=', follower)));
    return eb.and(conditions);
  };

/** Articles as `reader` sees them, newest first; with one query for all of them, and one for their tags. */
const read = async (reader: number, filter: ArticleFilter, { limit = 1, offset = 0 } = {}) => {
  const rows = await db()
    .selectFrom('articles')
    .where(matching(filter))
    .innerJoin('users as author', 'author.id', 'articles.author_id')
    .select(['articles.id', 'slug', 'title', 'description', 'body'])
    .select(['created_at as createdAt', 'updated_at as updatedAt'])
    .select((eb) => {
      const favorites = eb.selectFrom('favorites').whereRef('article_id', '=', 'articles.id');
      const own = favorites.select('user_id').where('user_id', '=', reader);
      return [favorites.select(eb.fn.countAll().as('n')).as('favoritesCount'), eb.exists(own).as('favorited')];
    })
    .select(profileColumns(reader))
    .orderBy('articles.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const tags = await tagsOf(rows.map(({ id }) => id));
  return rows.map(({ id, favorited, favoritesCount, username, bio, image, following, ...article }) => ({
    ...article,
    tagList: tags.filter(({ article_id }) => article_id === id).map(({ tag }) => tag),
    favorited: Boolean(favorited),
    favoritesCount: Number(favoritesCount),
    author: toProfile({ username, bio, image, following }),
  }));
};

const tagsOf = async (ids: readonly number[]) => {
  const tags = db().selectFrom('article_tags').selectAll().orderBy('position');
  return ids.length === 0 ? [] : tags.where('article_id', 'in', ids).execute();
};

/** An article as `reader` sees it. */
export const readArticle = async (reader: number, id: number) => (await read(reader, { id }))[0];

/** A page of articles as `reader` sees them, without their bodies, and how many there are in all. */
export const listArticles = async (reader: number, filter: ArticleFilter, page: { limit: number; offset: number }) => {
  const found = await read(reader, filter, page);
  const counted = db()
    .selectFrom('articles')
    .where(matching(filter))
    .select((eb) => eb.fn.countAll().as('n'));
  const { n } = await counted.executeTakeFirstOrThrow();
  return { articles: found.map(({ body: _body, ...article }) => article), articlesCount: Number(n) };
};

/** The columns that a change of an article needs. */
export type ArticleKey = NonNullable<Awaited<ReturnType<typeof findArticle>>>;

export const findArticle = (slug: string) =>
  db().selectFrom('articles').select(['id', 'title', 'author_id']).where('slug', '=', slug).executeTakeFirst();

/** Publishes an article and gives its id. */
export const createArticle = ({ tagList = [], ...draft }: Draft, author_id: number) =>
  withSlug(draft.title, (slug) =>
    db()
      .transaction()
      .execute(async (trx) => {
        const now = new Date().toISOString();
        const row = { ...draft, slug, author_id, created_at: now, updated_at: now };
        const { id } = await trx.insertInto('articles').values(row).returning('id').executeTakeFirstOrThrow();
        await writeTags(trx, id, tagList);
        return id;
      }),
  );

/** Changes the given fields and keeps the others. A new title gives a new slug. */
export const updateArticle = ({ id, title }: ArticleKey, { tagList, ...changes }: Partial<Draft>) => {
  const write = (slug: { slug?: string }) =>
    db()
      .transaction()
      .execute(async (trx) => {
        const set = { ...changes, ...slug, updated_at: new Date().toISOString() };
        await trx.updateTable('articles').set(set).where('id', '=', id).execute();
        if (tagList !== undefined) await writeTags(trx, id, tagList);
      });
  const renamed = changes.title === title ? undefined : changes.title;
  return renamed === undefined ? write({}) : withSlug(renamed, (slug) => write({ slug }));
};

/** Deletes an article with its tags, comments and favorites. */
export const deleteArticle = (id: number) => db().deleteFrom('articles').where('id', '=', id).execute();

const writeTags = async (trx: Kysely<Tables>, article_id: number, tags: readonly string[]) => {
  await trx.deleteFrom('article_tags').where('article_id', '=', article_id).execute();
  const rows = [...new Set(tags)].map((tag, position) => ({ article_id, tag, position }));
  if (rows.length > 0) await trx.insertInto('article_tags').values(rows).execute();
};

/** Writes an article with the slug of its title. If another article has that slug, random letters are added. */
const withSlug = async <Result>(title: string, write: (slug: string) => Promise<Result>): Promise<Result> => {
  const slug = slugOf(title);
  try {
    return await write(slug);
  } catch (error) {
    if ((await uniqueViolation(error)) === null) throw error;
    return write(`${slug}-${randomBytes(4).toString('hex')}`);
  }
};

/** Adds a favorite; a second call changes nothing. */
export const favorite = (user_id: number, article_id: number) => {
  const row = db().insertInto('favorites').values({ user_id, article_id });
  return row.onConflict((there) => there.doNothing()).execute();
};

export const unfavorite = (user: number, article: number) =>
  db().deleteFrom('favorites').where('user_id', '=', user).where('article_id', '=', article).execute();

/** Every tag in use, in alphabetical order. */
export const listTags = async () => {
  const rows = await db().selectFrom('article_tags').select('tag').distinct().orderBy('tag').execute();
  return rows.map(({ tag }) => tag);
};
