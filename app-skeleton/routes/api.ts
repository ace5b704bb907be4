import { facades, middleware } from '../app/facades.ts';
import { AttachmentController } from '../app/http/controllers/attachment-controller.ts';
import { AuthController } from '../app/http/controllers/auth-controller.ts';
import { PostController } from '../app/http/controllers/post-controller.ts';

/** The JSON API. */
export const api = (): void => {
  const route = facades.Route();
  /** Names the application. */
  route.get('/api', () => ({ name: facades.App().config.app.name })).name('api');

  const scope = route.prefix('/api').middleware(middleware.throttle('api'));

  scope.group((route) => {
    route.post('/register', [AuthController, 'register']).name('register');
    route.middleware(middleware.throttle('login')).post('/login', [AuthController, 'login']).name('login');
    route.post('/refresh', [AuthController, 'refresh']).name('refresh');
  });

  scope.middleware(middleware.auth()).group((route) => {
    route.get('/me', [AuthController, 'me']).name('me');
    route.post('/logout', [AuthController, 'logout']).name('logout');
  });

  // Posts and their attachments.
  scope
    .middleware(middleware.auth({ optional: true }))
    .where('id', '[0-9]+')
    .group((route) => {
      route.resource('/posts', PostController);
      route.post('/posts/{id}/attachments', [AttachmentController, 'store']).name('attachments.store');
      route.get('/posts/{id}/attachments/{name}', [AttachmentController, 'show']).name('attachments.show');
    });
};
