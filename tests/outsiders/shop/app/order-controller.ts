import type { Context } from '@taproot/core';
import { facades } from './facades.ts';
import { receipt } from './receipt.ts';

export class OrderController {
  async index(ctx: Context) {
    const user = await facades.Auth(ctx).user();
    return facades
      .DB()
      .selectFrom('orders')
      .select(['id', 'total'])
      .where('customer', '=', user?.id ?? '')
      .execute();
  }

  async store(ctx: Context) {
    const { total } = await ctx.request().validated({ total: 'required|integer|min:1' });
    const user = await facades.Auth(ctx).user();
    const { id } = await facades
      .DB()
      .insertInto('orders')
      .values({ customer: user?.id ?? '', total })
      .returning('id')
      .executeTakeFirstOrThrow();
    await facades.Queue().dispatch(receipt, { order: id });
    return ctx.response().json(201, { id, thanks: facades.Lang(ctx).get('shop.thanks', { name: user?.name ?? '' }) });
  }
}
