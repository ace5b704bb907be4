import { facades, middleware } from '../app/facades.ts';
import { articles } from '../app/http/controllers/articles.ts';
import { comments } from '../app/http/controllers/comments.ts';
import { profiles } from '../app/http/controllers/profiles.ts';
import { tags } from '../app/http/controllers/tags.ts';
import { users } from '../app/http/controllers/users.ts';

/** The RealWorld API, version 2.0.0. */
export const api = (): void => {
  const route = facades.Route().prefix('/api');

  // Limits routes that take a password: each costs a hash, and may be a guess.
  route.middleware(middleware.throttle('100,60')).post('/users', users.register).name('users.register');
  route.middleware(middleware.throttle('login')).post('/users/login', users.logIn).name('users.logIn');
  route.get('/tags', tags.index).name('tags.index');

  // With a token, the user is known; without one, the client is a guest.
  route.middleware(middleware.auth({ optional: true })).group((open) => {
    open.get('/profiles/{username}', profiles.show).name('profiles.show');
    open.get('/articles', articles.index).name('articles.index');
    open.get('/articles/{slug}', articles.show).name('articles.show');
    open.get('/articles/{slug}/comments', comments.index).name('comments.index');
  });

  route.middleware(middleware.auth()).group((own) => {
    own.get('/user', users.show).name('users.show');
    own.put('/user', users.update).name('users.update');
    own.post('/profiles/{username}/follow', profiles.follow).name('profiles.follow');
    own.delete('/profiles/{username}/follow', profiles.unfollow).name('profiles.unfollow');
    own.get('/articles/feed', articles.feed).name('articles.feed');
    own.post('/articles', articles.store).name('articles.store');
    own.put('/articles/{slug}', articles.update).name('articles.update');
    own.delete('/articles/{slug}', articles.destroy).name('articles.destroy');
    own.post('/articles/{slug}/favorite', articles.favorite).name('articles.favorite');
    own.delete('/articles/{slug}/favorite', articles.unfavorite).name('articles.unfavorite');
    own.post('/articles/{slug}/comments', comments.store).name('comments.store');
    own.delete('/articles/{slug}/comments/{id}', comments.destroy).name('comments.destroy');
  });
};
