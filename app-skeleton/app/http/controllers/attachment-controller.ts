import { type Context, NotFoundError, type Response, UnprocessableContentError } from '@taproot/core';
import { posts } from '../../posts/post-store.ts';
import { facades } from '../../facades.ts';
import { requestedPost } from './post-controller.ts';

/** Files attached to posts, kept under storage/attachments. */
export class AttachmentController {
  /** Uploads live in a temporary place until their request ends; `store` keeps one, under a name nobody can guess. */
  async store(ctx: Context): Promise<Response> {
    const post = requestedPost(ctx);
    const file = ctx.request().file('file');
    if (file === null)
      throw new UnprocessableContentError('The data is not valid.', { details: { errors: { file: ['is required'] } } });
    const name = (await file.store(directory())).split(/[\\/]/).at(-1) ?? '';
    posts.update(post, { attachments: [...post.attachments, name] });
    const url = facades.Route().url('attachments.show', { id: post.id, name });
    return ctx.response().json(201, { data: { name, url, size: file.size, type: await file.mimeType() } });
  }

  async show(ctx: Context<'id' | 'name'>): Promise<Response> {
    const name = ctx.request().route('name');
    if (!requestedPost(ctx).attachments.includes(name)) throw new NotFoundError('There is no such attachment.');
    return ctx.response().download(`${directory()}/${name}`);
  }
}

const directory = (): string => facades.App().path('storage', 'attachments');
