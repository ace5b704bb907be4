import type { Context } from '@taproot/core';
import { BaseController } from '../common/base.controller.ts';
import type { UserDto } from './user.entity.ts';
import { LoginRequest, RegisterRequest, UpdateUserRequest } from './users.requests.ts';
import type { UsersService } from './users.service.ts';

export class UsersController extends BaseController<'user', UserDto> {
  protected override readonly key = 'user';

  constructor(private readonly users: UsersService) {
    super();
  }

  async register(ctx: Context) {
    const { user } = await ctx.request().validated(RegisterRequest);
    return this.created(ctx, await this.users.register(user));
  }

  async login(ctx: Context) {
    const { user } = await ctx.request().validated(LoginRequest);
    return this.ok(ctx, await this.users.login(user.email, user.password));
  }

  async current(ctx: Context) {
    const { id } = await this.currentUser(ctx);
    return this.ok(ctx, await this.users.current(id));
  }

  async update(ctx: Context) {
    const { id } = await this.currentUser(ctx);
    const { user } = await ctx.request().validated(UpdateUserRequest);
    return this.ok(ctx, await this.users.update(id, user));
  }
}
