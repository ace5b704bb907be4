import { ConflictError, type Context, ForbiddenError, HttpError, NotFoundError } from '@taproot/core';
import type { Router } from '@taproot/routing';
import { type Entity, MemoryRepository } from '../support/index.ts';
import {
  check,
  ensure,
  errors,
  FAULTS,
  malformed,
  QuotaError,
  StaleError,
  TakenError,
  teapot,
  toNotFound,
  UnconditionalError,
} from './errors.ts';

interface Seat extends Entity {
  row: number;
  heldBy: string | null;
  version: number;
}

const seats = new MemoryRepository<Seat>(() => [
  { id: 'a1', row: 1, heldBy: null, version: 1 },
  { id: 'a2', row: 1, heldBy: 'ada', version: 3 },
]);

class LazyAccount {
  constructor(private readonly owner: string) {}

  get balance(): number {
    if (this.owner === 'nobody') throw new ConflictError('Nobody has no account.');
    return 12;
  }
}

function lookup(key: number): { row: number };
function lookup(key: string): { seat: string };
function lookup(key: number | string): { row: number } | { seat: string } {
  if (typeof key === 'number') {
    if (key > 9) throw new NotFoundError('There is no such row.');
    return { row: key };
  }
  if (key === '') throw new NotFoundError('There is no such seat.');
  return { seat: key };
}

class Desk {
  /** Holds a seat for a guest. The hold ends by itself. */
  hold = async (ctx: Context<'seat'>) => {
    const { guest } = await ctx.request().validated({ guest: 'required|alpha' });
    const seat = ensure(seats.find(ctx.request().route('seat')), () => errors.unknown('seat'));
    if (seat.heldBy !== null) throw new TakenError(seat.id);
    return ctx.response().json(201, seats.save({ ...seat, heldBy: guest }));
  };

  show = async (ctx: Context<'seat'>) => {
    const seat = await seats.findOrFail(ctx.request().route('seat')).catch(() => {
      throw new NotFoundError('There is no such seat.');
    });
    return ctx.response().header('ETag', `"${seat.version}"`).json(200, seat);
  };

  row = (ctx: Context<'seat'>) =>
    seats
      .findOrFail(ctx.request().route('seat'))
      .then(({ row }) => ({ row }))
      .catch(toNotFound);

  release = (ctx: Context<'seat'>) => {
    const seat = ensure(seats.find(ctx.request().route('seat')), () => errors.unknown('seat'));
    if (seat.heldBy === null) throw errors.gone();
    seats.save({ ...seat, heldBy: null });
    return ctx.response().noContent();
  };

  replace = async (ctx: Context<'seat'>) => {
    const { row } = await ctx.request().validated({ row: 'required|integer|between:1,40' });
    const seat = seats.find(ctx.request().route('seat')) ?? toNotFound();
    const match = ctx.request().header('If-Match');
    if (match === '') throw new UnconditionalError();
    if (match !== `"${seat.version}"`) throw new StaleError();
    const next = seats.save({ ...seat, row, version: seat.version + 1 });
    return ctx.response().header('ETag', `"${next.version}"`).json(200, next);
  };

  quota(ctx: Context) {
    const calls = Number(ctx.request().header('X-Calls', '0'));
    if (calls > 5) throw new QuotaError(30);
    return { left: 5 - calls };
  }

  secret(ctx: Context<'level'>) {
    const level = ctx.request().routeInt('level');
    switch (level) {
      case 1:
        return { secret: 'roots' };
      case 2:
        throw errors.forbidden(level);
      case 3:
        return toNotFound();
      default:
        return ctx.request().abort(410);
    }
  }

  pay(ctx: Context) {
    const amount = ctx.request().inputInt('amount');
    if (amount > 100) ctx.request().abortWithStatusJson(402, { needed: amount - 100 });
    return ctx.response().json(201, { paid: amount });
  }

  tea(ctx: Context) {
    if (ctx.request().query('drink') === 'coffee') throw teapot();
    return ctx.response().string(200, 'tea');
  }

  /** Falls back to the house when a guest is unknown. */
  guest(ctx: Context) {
    try {
      const name = ctx.request().query('name');
      if (name !== 'ada') throw new NotFoundError('Unknown guest.');
      return { guest: name, house: false };
    } catch {
      return { guest: 'house', house: true };
    }
  }

  translate(ctx: Context<'seat'>) {
    try {
      return { seat: ensure(seats.find(ctx.request().route('seat')), () => errors.unknown('seat')).id };
    } catch (error) {
      if (error instanceof NotFoundError) throw new ConflictError('Choose another seat.', { cause: error });
      throw error;
    }
  }

  import(ctx: Context) {
    return Promise.resolve(ctx.request().input('payload'))
      .then((text) => JSON.parse(text) as unknown)
      .then((rows) => ctx.response().json(202, { rows: Array.isArray(rows) ? rows.length : 1 }), malformed);
  }

  fault(ctx: Context<'name'>) {
    const name = ctx.request().route('name') as keyof typeof FAULTS;
    throw FAULTS[name]();
  }

  overloaded(ctx: Context) {
    const row = ctx.request().queryInt('row');
    return { row: lookup(row).row, seat: lookup(ctx.request().query('seat', 'a1')).seat };
  }

  legacy(ctx: Context) {
    const status = ctx.request().queryBool('old') ? 410 : 451;
    throw new HttpError(status, 'It is not shown any more.');
  }

  balance(ctx: Context) {
    const { balance } = new LazyAccount(ctx.request().query('owner', 'ada'));
    return { balance };
  }

  swap(ctx: Context) {
    const [from, to] = [ctx.request().input('from'), ctx.request().input('to')];
    check(from !== to, 'They are the same.');
    return from === 'z9' ? Promise.reject(new ForbiddenError('Not that one.')) : Promise.resolve({ from, to });
  }
}

export const deskRoutes = (route: Router): void => {
  const desk = new Desk();
  route.prefix('/desk').group((at) => {
    at.post('/seats/{seat}/hold', desk.hold);
    at.get('/seats/{seat}', desk.show);
    at.get('/seats/{seat}/row', desk.row);
    at.delete('/seats/{seat}/hold', desk.release);
    at.put('/seats/{seat}', desk.replace);
    at.get('/seats/{seat}/choice', (ctx) => desk.translate(ctx));
    at.get('/quota', [Desk, 'quota']);
    at.get('/secrets/{level:[0-9]}', [Desk, 'secret']);
    at.post('/payments', [Desk, 'pay']);
    at.get('/tea', [Desk, 'tea']);
    at.get('/guest', [Desk, 'guest']);
    at.post('/imports', [Desk, 'import']);
    at.get('/faults/{name:closed|absent|expired}', [Desk, 'fault']);
    at.get('/lookup', [Desk, 'overloaded']);
    at.get('/legacy', [Desk, 'legacy']);
    at.get('/balance', [Desk, 'balance']);
    at.post('/swaps', [Desk, 'swap']);
  });
};
