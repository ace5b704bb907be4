import type { Context } from '@taproot/core';
import { BaseController } from '../common/base.controller.ts';
import type { ProfileDto, ProfilesService } from './profiles.service.ts';

export class ProfilesController extends BaseController<'profile', ProfileDto> {
  protected override readonly key = 'profile';

  constructor(private readonly profiles: ProfilesService) {
    super();
  }

  async show(ctx: Context<'username'>) {
    const username = ctx.request().route('username');
    return this.ok(ctx, await this.profiles.find(username, await this.viewer(ctx)));
  }

  async follow(ctx: Context<'username'>) {
    const { id } = await this.currentUser(ctx);
    return this.ok(ctx, await this.profiles.follow(ctx.request().route('username'), id));
  }

  async unfollow(ctx: Context<'username'>) {
    const { id } = await this.currentUser(ctx);
    return this.ok(ctx, await this.profiles.unfollow(ctx.request().route('username'), id));
  }
}
