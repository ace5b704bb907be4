import type { Context, Handler } from '@taproot/core';
import type { Router } from '@taproot/routing';
import { type Entity, MemoryRepository, nextId, type Repository } from '../support/index.ts';

const animals = { cats: ['Tom'], dogs: ['Rex', 'Lux'], birds: [] as string[] };

const ping = () => ({ pong: true });
const echo = (ctx: Context) => ctx.response().json(201, { echoed: ctx.request().input('text') });
const clock = () => ({ now: new Date(0), zone: 'UTC' as const });

const table: readonly (readonly ['GET' | 'POST' | 'DELETE', string, Handler])[] = [
  ['GET', '/ping', ping],
  ['POST', '/echo', echo],
  ['GET', '/clock', clock],
  ['DELETE', '/cache', (ctx) => ctx.response().noContent()],
];

const handlers = {
  sum: (ctx: Context) => ({ sum: ctx.request().queryInt('a') + ctx.request().queryInt('b') }),
  upper: (ctx: Context) => ctx.response().string(200, ctx.request().query('text').toUpperCase()),
  /** Tells whether a number is even. */
  even: (ctx: Context) => ({ even: ctx.request().queryInt('n') % 2 === 0 }),
};

interface Colour extends Entity {
  hex: string;
}

interface Size extends Entity {
  width: number;
  height: number;
}

/** Registers four routes for the rows of a repository. */
const crud = <T extends Entity>(
  route: Router,
  path: string,
  rows: Repository<T>,
  read: (ctx: Context) => Promise<Omit<T, 'id'>>,
): void => {
  route.get(path, () => ({ rows: rows.all() }));
  route.get(`${path}/{id}`, (ctx) => {
    const row = rows.find(ctx.request().route('id'));
    return row === null ? ctx.response().json(404, { missing: path }) : ctx.response().json(200, row);
  });
  route.post(path, async (ctx) => {
    const row = rows.save({ ...(await read(ctx)), id: nextId() } as T);
    return ctx.response().header('Location', `${path}/${row.id}`).json(201, row);
  });
  route.delete(`${path}/{id}`, (ctx) =>
    rows.delete(ctx.request().route('id')) ? ctx.response().noContent() : ctx.response().noContent(404),
  );
};

export const tableRoutes = (route: Router): void => {
  for (const kind of ['cats', 'dogs', 'birds'] as const) {
    route.get(`/t/${kind}`, () => ({ kind, names: animals[kind] }));
  }
  for (const [method, path, handler] of table) route.match([method], `/t${path}`, handler);
  for (const [name, handler] of Object.entries(handlers)) route.get(`/t/math/${name}`, handler as Handler);

  crud(route, '/t/colours', new MemoryRepository<Colour>(() => [{ id: '1', hex: '#ff0000' }]), (ctx) =>
    ctx.request().validated({ hex: 'required|hex_color' }),
  );
  crud(route, '/t/sizes', new MemoryRepository<Size>(() => [{ id: '1', width: 1, height: 2 }]), (ctx) =>
    ctx.request().validated({ width: 'required|integer', height: 'required|integer' }),
  );
};
