import { type SetupOptions, setup } from '@taproot/core';
import { increments, sql } from '@taproot/database';
import { queueTables } from '@taproot/queue';
import { limit } from '@taproot/throttle';
import { hashKey } from 'taproot-api-key';
import { handle, middleware } from '../app/facades.ts';
import { OrderController } from '../app/order-controller.ts';
import { customers } from '../app/orders.ts';
import { receipt } from '../app/receipt.ts';
import { plugins } from './plugins.ts';

export const boot = async (options: SetupOptions = {}) => {
  const app = await setup(handle, options)
    .withPlugins(plugins)
    .withConfig({
      app: { key: 'a key of the shop, and of nothing else' },
      auth: {
        default: 'shop',
        guards: { shop: { driver: 'api-key', keys: { [hashKey('letmein')]: '7' } } },
        providers: { users: { driver: 'customers' } },
      },
      database: { connections: { sqlite: { path: ':memory:' } } },
      http: { driver: 'bare' },
      throttle: { store: 'database', timeout: '5s' },
    })
    .withBare((_req, res, next) => {
      res.setHeader('X-Shop', 'open');
      next();
    })
    .withJobs([receipt])
    .withRouting((route) => {
      route
        .middleware(middleware.auth(), middleware.throttle('orders'))
        .prefix('/orders')
        .group((orders) => {
          orders.get('/', [OrderController, 'index']).name('orders.index');
          orders.post('/', [OrderController, 'store']).name('orders.store');
        });
    })
    .withCallback(({ facades }) => {
      facades.RateLimiter().for('orders', () => limit.perMinute(3).by('all'));
      facades.Auth().provider('customers', () => ({
        findById: (id) => customers.get(id) ?? null,
        findByCredentials: () => null,
        idOf: ({ id }) => id,
      }));
    })
    .create();
  await app.facades
    .DB()
    .schema.createTable('orders')
    .addColumn('id', increments())
    .addColumn('customer', 'varchar(40)')
    .addColumn('total', 'integer')
    .execute();
  for (const statement of queueTables.up) await sql.raw(statement).execute(app.facades.DB());
  return app;
};
