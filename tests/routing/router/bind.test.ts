import { afterEach, describe, expect, test } from '@jest/globals';
import { type Application, type Context, type Middleware, type ResourceController, setup } from '@taproot/core';
import { fastify } from '@taproot/fastify';
import { type RootRouter, routing } from '@taproot/routing';
import { http } from '@taproot/testing';

interface Room {
  readonly id: number;
  readonly name: string;
}

const open: Application[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

const boot = async (register: (route: RootRouter) => void, driver = 'koa'): Promise<Application> => {
  const app = await setup(null, { env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), fastify()])
    .withConfig({ http: { port: 0, driver } })
    .withRouting(register)
    .create();
  open.push(app);
  return app;
};

/** Finds rooms 1 to 9, and notes what it was asked for. */
const finder =
  (asked: string[]) =>
  (id: string): Promise<Room | undefined> => {
    asked.push(id);
    return Promise.resolve(/^[1-9]$/.test(id) ? { id: Number(id), name: `Room ${id}` } : undefined);
  };

describe.each(['koa', 'fastify'])('bind() on the %s driver', (driver) => {
  test('gives handlers the value, and answers 404 for one that is not there', async () => {
    const asked: string[] = [];
    const app = await boot((route) => {
      const bound = route.bind('room', finder(asked));
      bound.get('/rooms/{room}', (_ctx, { room }) => ({ name: room.name }));
      bound.get('/lobby', () => ({ open: true }));
    }, driver);
    await http(app).get('/rooms/7').assertOk().assertExactJson({ name: 'Room 7' });
    await http(app).get('/rooms/77').assertNotFound().assertJsonPath('code', 'E_ROUTE_NOT_FOUND');
    await http(app).head('/rooms/77').assertNotFound();
    await http(app).get('/lobby').assertExactJson({ open: true });
    expect(asked).toEqual(['7', '77', '77']);
  });

  test('asks after all middleware, once, and not for a value that its constraint refuses', async () => {
    const order: string[] = [];
    const door: Middleware = {
      signature: () => 'door',
      handle(ctx, next) {
        order.push('door');
        return ctx.request().header('X-Key') === '' ? ctx.response().string(401, 'closed') : next();
      },
    };
    const app = await boot((route) => {
      route
        .bind('room', finder(order))
        .where('room', '[0-9]+')
        .get('/rooms/{room}', (_ctx, { room }) => ({ id: room.id }))
        .middleware(door);
    }, driver);
    await http(app).get('/rooms/1').assertStatus(401);
    await http(app).withHeader('X-Key', 'k').get('/rooms/one').assertNotFound();
    expect(order).toEqual(['door']);
    await http(app).withHeader('X-Key', 'k').get('/rooms/1').assertExactJson({ id: 1 });
    expect(order).toEqual(['door', 'door', '1']);
  });

  test('binds one after the other, for groups, controllers and resources', async () => {
    class DeskController
      implements ResourceController<{ readonly room: Room; readonly id: { readonly desk: string } }>
    {
      index() {
        return [];
      }

      show(_ctx: Context, { room, id }: { readonly room: Room; readonly id: { readonly desk: string } }) {
        return { room: room.id, desk: id.desk };
      }
    }
    class RoomController {
      readonly #word = 'is';

      show(ctx: Context<'room'>, { room }: { readonly room: Room }) {
        return { text: `${ctx.request().route('room')} ${this.#word} ${room.name}` };
      }
    }
    const app = await boot((route) => {
      route
        .bind('room', finder([]))
        .prefix('/rooms/{room}')
        .group((inside) => {
          inside.get('/', [RoomController, 'show']);
          inside
            .bind('id', (value, _ctx, { room }) => (value === 'none' ? null : { desk: `${room.name}, desk ${value}` }))
            .resource('/desks', DeskController);
        });
    }, driver);
    await http(app).get('/rooms/3').assertExactJson({ text: '3 is Room 3' });
    await http(app).get('/rooms/3/desks/b').assertExactJson({ room: 3, desk: 'Room 3, desk b' });
    await http(app).get('/rooms/3/desks/none').assertNotFound();
    await http(app).get('/rooms/0/desks/b').assertNotFound();
    await http(app).get('/rooms/0/desks').assertNotFound();
  });

  test('a fault of the function is a fault of the request', async () => {
    const app = await boot((route) => {
      route
        .bind('room', (): Room => {
          throw new Error('down');
        })
        .get('/rooms/{room}', (_ctx, { room }) => ({ id: room.id }));
    }, driver);
    await http(app).get('/rooms/1').assertStatus(500);
  });
});

describe('bind() refuses at boot', () => {
  test.each<[what: string, code: string, register: (route: RootRouter) => void]>([
    [
      'a parameter that no route has',
      'E_ROUTE_BIND',
      (route) => route.bind('rom', finder([])).get('/rooms/{room}', () => []),
    ],
    [
      'an optional one',
      'E_ROUTE_BIND_OPTIONAL',
      (route) => route.bind('room', finder([])).get('/rooms/{room?}', () => []),
    ],
    ['a scope without routes', 'E_ROUTE_SCOPE', (route) => void route.bind('room', finder([]))],
    [
      'a second argument where nothing is bound',
      'E_HANDLER_PARAMETERS',
      (route) =>
        route.bind('room', finder([])).group((rooms) => {
          rooms.get('/rooms/{room}', () => []);
          rooms.get('/lobby', (_ctx, _next) => []);
        }),
    ],
  ])('%s', async (_what, code, register) => {
    await expect(boot(register)).rejects.toMatchObject({ code });
  });
});
