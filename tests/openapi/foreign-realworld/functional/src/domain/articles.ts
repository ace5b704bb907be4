import { forbidden, missing } from '../lib/failure.ts';
import { chain, filterOrElse, fromNullable, map, ok, pipe } from '../lib/result.ts';
import type { Store } from './store.ts';
import type { Article, Comment, User } from './types.ts';

export interface Draft {
  readonly title: string;
  readonly description: string;
  readonly body: string;
  readonly tagList?: readonly string[] | undefined;
}

export type Changes = { readonly [Key in keyof Draft]?: Draft[Key] | undefined };

export interface Filters {
  readonly tag?: string | undefined;
  readonly author?: string | undefined;
  readonly favorited?: string | undefined;
}

export interface Page {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

const slugify = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'article';

const freeSlug = ({ articles }: Store, title: string, tries = 1): string => {
  const slug = tries === 1 ? slugify(title) : `${slugify(title)}-${tries}`;
  return articles.find((one) => one.slug === slug) === undefined
    ? slug
    : freeSlug({ articles } as Store, title, tries + 1);
};

export const findArticle = ({ articles }: Store, slug: string) =>
  pipe(
    articles.find((one) => one.slug === slug),
    fromNullable(missing('article')),
  );

const findOwn = (store: Store, user: User, slug: string) =>
  pipe(
    findArticle(store, slug),
    filterOrElse((article: Article) => article.author === user.id, forbidden('article')),
  );

const paged =
  <T>({ limit = 20, offset = 0 }: Page) =>
  (found: readonly T[]) => ({ rows: found.toReversed().slice(offset, offset + limit), count: found.length });

export const listArticles = (store: Store, { tag, author, favorited }: Filters, page: Page) => {
  const { users, favorites, articles } = store;
  const writer = users.find((one) => one.username === author);
  const fan = users.find((one) => one.username === favorited) ?? null;
  return pipe(
    articles
      .all()
      .filter(
        (article) =>
          (tag === undefined || article.tagList.includes(tag)) &&
          (author === undefined || article.author === writer?.id) &&
          (favorited === undefined || favorites.has(fan, article)),
      ),
    paged(page),
  );
};

export const feedOf = ({ articles, follows }: Store, user: User, page: Page) =>
  pipe(
    articles.all().filter(({ author }) => follows.has(user, { id: author })),
    paged(page),
  );

export const publish = (store: Store, user: User, { title, description, body, tagList = [] }: Draft): Article =>
  store.articles.insert((id) => {
    const now = Date.now();
    const slug = freeSlug(store, title);
    return { id, slug, title, description, body, tagList, createdAt: now, updatedAt: now, author: user.id };
  });

export const rewrite = (store: Store, user: User, slug: string, changes: Changes) =>
  pipe(
    findOwn(store, user, slug),
    map((article: Article) => {
      const { title = article.title, description = article.description, body = article.body } = changes;
      return store.articles.put({
        ...article,
        title,
        description,
        body,
        tagList: changes.tagList ?? article.tagList,
        slug: title === article.title ? slug : freeSlug(store, title),
        updatedAt: Math.max(Date.now(), article.updatedAt + 1),
      });
    }),
  );

export const withdraw = (store: Store, user: User, slug: string) =>
  pipe(findOwn(store, user, slug), map(store.articles.remove));

export const setFavorite = (store: Store, user: User, slug: string, wanted: boolean) =>
  pipe(
    findArticle(store, slug),
    map((article: Article) => {
      store.favorites[wanted ? 'add' : 'drop'](user, article);
      return article;
    }),
  );

export const commentsOn = (store: Store, slug: string) =>
  pipe(
    findArticle(store, slug),
    map(({ id }: Article) => store.comments.all().filter(({ article }) => article === id)),
  );

export const comment = (store: Store, user: User, slug: string, body: string) =>
  pipe(
    findArticle(store, slug),
    map((article: Article) =>
      store.comments.insert((id) => ({ id, article: article.id, author: user.id, body, createdAt: Date.now() })),
    ),
  );

export const uncomment = (store: Store, user: User, slug: string, id: number) =>
  pipe(
    findArticle(store, slug),
    chain((article: Article) =>
      pipe(
        store.comments.get(id),
        fromNullable(missing('comment')),
        filterOrElse((found: Comment) => found.article === article.id, missing('comment')),
      ),
    ),
    filterOrElse((found: Comment) => found.author === user.id, forbidden('comment')),
    chain((found: Comment) => ok(store.comments.remove(found))),
  );

export const tagsOf = ({ articles }: Store): string[] =>
  [...new Set(articles.all().flatMap(({ tagList }) => tagList))].toSorted();
