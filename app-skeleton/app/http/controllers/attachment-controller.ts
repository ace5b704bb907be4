import { basename, resolve } from 'node:path';
import { type Context, NotFoundError, type Response } from '@taproot/core';
import { facades } from '../../facades.ts';
import { requestedPost } from '../requested-post.ts';

/** Files attached to posts. */
export class AttachmentController {
  /** Attaches a file to a post. It gets a name that is hard to guess. */
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

  /** Sends an attached file. Only names that the post lists are looked up on the disk, so no request can reach another file. */
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
