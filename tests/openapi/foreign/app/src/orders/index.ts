import type { Context } from '@taproot/core';
import type { Router } from '@taproot/routing';
import type { Result } from './result.ts';
import { type OrderError, type OrderState, Orders } from './service.ts';

const STATUS = { not_found: 404, already_paid: 409, invalid_quantity: 422 } as const;

/** The value with a status of success, or the error with the status of its kind. */
const respond = <T, E extends OrderError, S extends number>(ctx: Context, status: S, result: Result<T, E>) => {
  if (result.ok) return ctx.response().json(status, result.value);
  const { error } = result;
  return ctx.response().json(STATUS[error.kind as E['kind']], { error });
};

const orders = new Orders();

const asState = (text: string): OrderState | null =>
  text === 'open' || text === 'paid' || text === 'cancelled' ? text : null;

const lineRules = { sku: 'required|string', quantity: 'required|integer' } as const;

export function orderRoutes(route: Router): void {
  const scope = route.prefix('/orders');

  scope.get('/', (ctx) => orders.list(asState(ctx.request().query('state'))));
  scope.get('/counts', () => orders.counts());
  scope.get('/{id}', (ctx) => respond(ctx, 200, orders.find(ctx.request().route('id'))));

  scope.post('/', async (ctx) => {
    const { lines, address } = await ctx.request().validated({
      lines: 'required|list|min:1',
      'lines.*.sku': 'required|string',
      'lines.*.quantity': 'required|integer',
      'address.street': 'required|string',
      'address.city.name': 'required|string',
      'address.city.zip': ['required', 'string', /^\d{5}$/],
    });
    return respond(ctx, 201, orders.place(lines, address));
  });

  scope.post('/{id}/pay', (ctx) => respond(ctx, 200, orders.pay(ctx.request().route('id'))));
  scope.post('/{id}/cancel', (ctx) => respond(ctx, 200, orders.cancel(ctx.request().route('id'))));

  scope.patch('/{id}/address', async (ctx) => {
    const change = await ctx.request().validated({ street: 'string', 'city.name': 'string', 'city.zip': 'string' });
    return respond(ctx, 200, orders.move(ctx.request().route('id'), change));
  });

  scope.post('/{id}/lines', async (ctx) => {
    const line = await ctx.request().validated(lineRules);
    return respond(ctx, 201, orders.add(ctx.request().route('id'), line));
  });

  scope.get('/{id}/invoice', (ctx) =>
    orders.invoice(ctx.request().route('id')).fold(
      ({ status, message }) => ctx.response().json(status, { message }),
      (invoice) => ctx.response().json(200, invoice),
    ),
  );

  scope.get('/{id}/total', (ctx) =>
    orders.total(ctx.request().route('id')).match(
      (total) => ctx.response().json(200, { total }),
      (error) => ctx.response().json(404, error),
    ),
  );

  scope.get('/{id}/history', (ctx) => orders.history(ctx.request().route('id')).getOrElse([]));

  scope.delete('/{id}', (ctx) => {
    const result = orders.remove(ctx.request().route('id'));
    if (result.ok) return ctx.response().noContent();
    switch (result.error.kind) {
      case 'not_found':
        return ctx.response().json(404, { error: result.error });
      default:
        return ctx.response().json(409, { error: result.error });
    }
  });
}
