import type { Router } from '@taproot/routing';
import type { Container } from './common/container.ts';
import { middleware } from './facades.ts';
import { TOKENS } from './tokens.ts';

export const registerRoutes = (router: Router, container: Container): void => {
  const users = container.get(TOKENS.usersController);
  const profiles = container.get(TOKENS.profilesController);
  const articles = container.get(TOKENS.articlesController);
  const comments = container.get(TOKENS.commentsController);

  const api = router.prefix('/api');
  api.post('/users', (ctx) => users.register(ctx)).name('users.register');
  api.post('/users/login', (ctx) => users.login(ctx)).name('users.login');
  api.get('/tags', () => articles.tags()).name('tags.index');

  api.middleware(middleware.auth({ optional: true })).group((open) => {
    open.get('/profiles/{username}', (ctx) => profiles.show(ctx)).name('profiles.show');
    open.get('/articles', (ctx) => articles.index(ctx)).name('articles.index');
    open.get('/articles/{slug}', (ctx) => articles.show(ctx)).name('articles.show');
    open.get('/articles/{slug}/comments', (ctx) => comments.index(ctx)).name('comments.index');
  });

  api.middleware(middleware.auth()).group((guarded) => {
    guarded.get('/user', (ctx) => users.current(ctx)).name('user.show');
    guarded.put('/user', (ctx) => users.update(ctx)).name('user.update');
    guarded.post('/profiles/{username}/follow', (ctx) => profiles.follow(ctx)).name('profiles.follow');
    guarded.delete('/profiles/{username}/follow', (ctx) => profiles.unfollow(ctx)).name('profiles.unfollow');
    guarded.get('/articles/feed', (ctx) => articles.feed(ctx)).name('articles.feed');
    guarded.post('/articles', (ctx) => articles.store(ctx)).name('articles.store');
    guarded.put('/articles/{slug}', (ctx) => articles.update(ctx)).name('articles.update');
    guarded.delete('/articles/{slug}', (ctx) => articles.destroy(ctx)).name('articles.destroy');
    guarded.post('/articles/{slug}/favorite', (ctx) => articles.favorite(ctx)).name('articles.favorite');
    guarded.delete('/articles/{slug}/favorite', (ctx) => articles.unfavorite(ctx)).name('articles.unfavorite');
    guarded.post('/articles/{slug}/comments', (ctx) => comments.store(ctx)).name('comments.store');
    guarded.delete('/articles/{slug}/comments/{id:[0-9]+}', (ctx) => comments.destroy(ctx)).name('comments.destroy');
  });
};
