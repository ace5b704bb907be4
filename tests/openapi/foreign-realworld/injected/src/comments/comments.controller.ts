import type { Context } from '@taproot/core';
import { formRequest } from '@taproot/validation';
import { BaseController } from '../common/base.controller.ts';
import { messages } from '../common/messages.ts';
import type { CommentDto, CommentsService } from './comments.service.ts';

class CreateCommentRequest extends formRequest({ 'comment.body': 'required|string' }, { messages }) {}

export class CommentsController extends BaseController<'comment', CommentDto> {
  protected override readonly key = 'comment';

  constructor(private readonly comments: CommentsService) {
    super();
  }

  async index(ctx: Context<'slug'>) {
    return { comments: await this.comments.list(ctx.request().route('slug'), await this.viewer(ctx)) };
  }

  async store(ctx: Context<'slug'>) {
    const { id } = await this.currentUser(ctx);
    const { comment } = await ctx.request().validated(CreateCommentRequest);
    return this.created(ctx, await this.comments.add(ctx.request().route('slug'), comment.body, id));
  }

  async destroy(ctx: Context<'slug' | 'id'>) {
    const { id } = await this.currentUser(ctx);
    await this.comments.remove(ctx.request().route('slug'), ctx.request().routeInt('id'), id);
    return this.noContent(ctx);
  }
}
