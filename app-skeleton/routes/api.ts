import { facades, middleware } from '../app/facades.ts';
import { AttachmentController } from '../app/http/controllers/attachment-controller.ts';
import { AuthController } from '../app/http/controllers/auth-controller.ts'; // part: auth
import { PostController } from '../app/http/controllers/post-controller.ts';

/** The JSON API. */
export const api = (): void => {
  const attachments = new AttachmentController();
  const auth = new AuthController(); // part: auth
  const scope = facades.Route().prefix('/api').middleware(middleware.throttle('api')).where('id', '[0-9]+');

  // part: auth
  scope.group((route) => {
    route.post('/register', (ctx) => auth.register(ctx)).name('register');
    route
      .middleware(middleware.throttle('login'))
      .post('/login', (ctx) => auth.login(ctx))
      .name('login');
    route.post('/refresh', (ctx) => auth.refresh(ctx)).name('refresh');
  });

  scope.middleware(middleware.auth()).group((route) => {
    route.get('/me', (ctx) => auth.me(ctx)).name('me');
    route.post('/logout', (ctx) => auth.logout(ctx)).name('logout');
  });
  // end part: auth

  scope
    // The posts, and what is attached to them.
    .middleware(middleware.auth({ optional: true })) // part: auth
    .group((route) => {
      route.resource('/posts', new PostController());
      route.post('/posts/{id}/attachments', (ctx) => attachments.store(ctx)).name('attachments.store');
      route.get('/posts/{id}/attachments/{name}', (ctx) => attachments.show(ctx)).name('attachments.show');
    });
};
