import { facades, middleware } from '../app/facades.ts';
import { AttachmentController } from '../app/http/controllers/attachment-controller.ts';
import { PostController } from '../app/http/controllers/post-controller.ts';

/** The JSON API. */
export const api = (): void => {
  const attachments = new AttachmentController();

  facades
    .Route()
    .prefix('/api')
    .middleware(middleware.throttle('api'))
    .where('id', '[0-9]+')
    .group((route) => {
      route.resource('/posts', new PostController());
      route.post('/posts/{id}/attachments', (ctx) => attachments.store(ctx)).name('attachments.store');
      route.get('/posts/{id}/attachments/{name}', (ctx) => attachments.show(ctx)).name('attachments.show');
    });
};
