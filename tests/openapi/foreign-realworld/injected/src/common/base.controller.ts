import { type AuthUser } from '@taproot/auth';
import { type Context, UnauthorizedError } from '@taproot/core';
import { facades } from '../facades.ts';

/** Wraps what a controller answers in its key: `{ article: ... }`. */
export abstract class BaseController<Key extends string, Dto extends object> {
  protected abstract readonly key: Key;

  protected ok(ctx: Context, dto: Dto) {
    return ctx.response().json(200, this.envelope(dto));
  }

  protected created(ctx: Context, dto: Dto) {
    return ctx.response().json(201, this.envelope(dto));
  }

  protected noContent(ctx: Context) {
    return ctx.response().noContent();
  }

  /** The user behind `middleware.auth()`. */
  protected async currentUser(ctx: Context): Promise<AuthUser> {
    const user = await facades.Auth(ctx).user();
    if (user === null) throw new UnauthorizedError('Log in first.');
    return user;
  }

  protected async viewer(ctx: Context): Promise<number | null> {
    return (await facades.Auth(ctx).user())?.id ?? null;
  }

  private envelope(dto: Dto): Record<Key, Dto> {
    return { [this.key]: dto } as Record<Key, Dto>;
  }
}
