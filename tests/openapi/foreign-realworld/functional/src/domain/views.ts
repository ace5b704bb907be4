import { tokenOf } from './secrets.ts';
import type { Store } from './store.ts';
import type { Article, Comment, User, Viewer } from './types.ts';

/** What clients see: `viewX(store, viewer)(x)`. */
export const viewUser = (user: User) => ({
  user: { email: user.email, token: tokenOf(user), username: user.username, bio: user.bio, image: user.image },
});

export const viewProfile =
  ({ follows }: Store, viewer: Viewer) =>
  (user: User) => ({
    username: user.username,
    bio: user.bio,
    image: user.image,
    following: follows.has(viewer, user),
  });

const iso = (time: number): string => new Date(time).toISOString();

const authorOf = (store: Store, viewer: Viewer, id: number) => {
  const author = store.users.get(id);
  if (author === undefined) throw new Error(`User ${id} is gone.`);
  return viewProfile(store, viewer)(author);
};

export const viewSummary = (store: Store, viewer: Viewer) => (article: Article) => ({
  slug: article.slug,
  title: article.title,
  description: article.description,
  tagList: article.tagList,
  createdAt: iso(article.createdAt),
  updatedAt: iso(article.updatedAt),
  favorited: store.favorites.has(viewer, article),
  favoritesCount: store.favorites.countTo(article),
  author: authorOf(store, viewer, article.author),
});

export const viewArticle = (store: Store, viewer: Viewer) => (article: Article) => ({
  article: { ...viewSummary(store, viewer)(article), body: article.body },
});

export const viewComment = (store: Store, viewer: Viewer) => (comment: Comment) => ({
  id: comment.id,
  createdAt: iso(comment.createdAt),
  updatedAt: iso(comment.createdAt),
  body: comment.body,
  author: authorOf(store, viewer, comment.author),
});
