import { facades, middleware } from '../app/facades.ts';
import { AttachmentController } from '../app/http/controllers/attachment-controller.ts';
import { AuthController } from '../app/http/controllers/auth-controller.ts';
import { PostController } from '../app/http/controllers/post-controller.ts';

/** The JSON API. */
export const api = (): void => {
  const route = facades.Route();
  // For probes: the Dockerfile asks it whether the application serves.
  route.get('/health', (ctx) => ctx.response().success().json({ status: 'ok' })).name('health');

  const attachments = new AttachmentController();
  const auth = new AuthController();
  const scope = route.prefix('/api').middleware(middleware.throttle('api'));

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

  // The posts, and what is attached to them.
  scope
    .middleware(middleware.auth({ optional: true }))
    .where('id', '[0-9]+')
    .group((route) => {
      route.resource('/posts', new PostController());
      route.post('/posts/{id}/attachments', (ctx) => attachments.store(ctx)).name('attachments.store');
      route.get('/posts/{id}/attachments/{name}', (ctx) => attachments.show(ctx)).name('attachments.show');
    });
};
