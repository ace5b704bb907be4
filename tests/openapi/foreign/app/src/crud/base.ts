import type { Context } from '@taproot/core';
import type { Entity, Repository } from '../support/index.ts';

export abstract class BaseController {
  protected ok<T>(ctx: Context, data: T) {
    return ctx.response().json(200, { data });
  }

  protected created<T extends Entity>(ctx: Context, data: T, location: string) {
    return ctx.response().header('Location', location).json(201, { data });
  }

  protected missing(ctx: Context, what: string) {
    return ctx.response().json(404, { error: { code: 'not_found' as const, what } });
  }

  protected empty(ctx: Context) {
    return ctx.response().noContent();
  }
}

/** What every list of rows can do. */
export abstract class CrudController<
  E extends Entity,
  C extends object,
  U extends object = Partial<C>,
> extends BaseController {
  protected abstract readonly rows: Repository<E>;
  protected abstract readonly path: string;
  protected abstract readCreate(ctx: Context): Promise<C>;
  protected abstract readUpdate(ctx: Context): Promise<U>;
  protected abstract make(input: C): E;

  index(ctx: Context) {
    return this.ok(ctx, this.rows.all());
  }

  show(ctx: Context<'id'>) {
    const row = this.rows.find(ctx.request().route('id'));
    return row === null ? this.missing(ctx, this.path) : this.ok(ctx, row);
  }

  async store(ctx: Context) {
    const row = this.rows.save(this.make(await this.readCreate(ctx)));
    return this.created(ctx, row, `${this.path}/${row.id}`);
  }

  async update(ctx: Context<'id'>) {
    const row = this.rows.find(ctx.request().route('id'));
    if (row === null) return this.missing(ctx, this.path);
    return this.ok(ctx, this.rows.save({ ...row, ...(await this.readUpdate(ctx)) }));
  }

  destroy(ctx: Context<'id'>) {
    return this.rows.delete(ctx.request().route('id')) ? this.empty(ctx) : this.missing(ctx, this.path);
  }
}

/** A base without a context: it answers by the Response of the web. */
export abstract class WebController {
  protected ok<T>(data: T) {
    return Response.json({ data });
  }

  protected created<T>(data: T, location: string) {
    return Response.json({ data }, { status: 201, headers: { Location: location } });
  }

  protected accepted() {
    return new Response(null, { status: 202 });
  }

  protected fail(status: number, reason: string) {
    return Response.json({ reason }, { status });
  }
}
