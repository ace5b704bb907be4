import { basename, resolve } from 'node:path';
import { type Context, NotFoundError, type Response } from '@taproot/core';
import { facades } from '../../facades.ts';
import { requestedPost } from '../requested-post.ts';

/** Files attached to posts. */
export class AttachmentController {
  /** An upload lies in a temporary place until its request ends; `store()` keeps it, under a name nobody can guess. */
  async store(ctx: Context): Promise<Response> {
    const post = await requestedPost(ctx);
    await facades.Gate(ctx).authorize('post.change', post);
    await ctx.request().validated({ file: 'required|file' });
    const file = ctx.request().file('file');
    if (file === null) throw new NotFoundError('There is no file.');
    const name = basename(await file.store(attachmentPath()));
    await facades.Posts().attach(post.id, name);
    const url = facades.Route().url('attachments.show', { id: post.id, name });
    const data = { name, url, size: file.size, type: await file.mimeType() };
    return ctx.response().header('Location', url).json(201, { data });
  }

  /** Only what the post lists is looked up on the disk, so no name in a request can lead to another file. */
  async show(ctx: Context<'id' | 'name'>): Promise<Response> {
    const name = ctx.request().route('name');
    const post = await requestedPost(ctx);
    if (!post.attachments.includes(name)) throw new NotFoundError('There is no such attachment.');
    return ctx.response().download(attachmentPath(name));
  }
}

const attachmentPath = (...segments: string[]): string => {
  const app = facades.App();
  return resolve(app.basePath, app.config.posts.attachments, ...segments);
};
