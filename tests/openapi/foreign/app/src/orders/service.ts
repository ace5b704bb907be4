import { MemoryRepository, nextId } from '../support/index.ts';
import { AsyncResult, Either, err, Option, ok, type Result } from './result.ts';

export type OrderState = 'open' | 'paid' | 'cancelled';

export interface Address {
  street: string;
  city: { name: string; zip: string };
}

export interface Line {
  sku: string;
  quantity: number;
}

export interface Order {
  id: string;
  number: `O-${number}`;
  state: OrderState;
  lines: Line[];
  address: Address;
}

export type DeepPartial<T> = { [K in keyof T]?: T[K] extends object ? DeepPartial<T[K]> : T[K] };

export type NotFound = { kind: 'not_found'; id: string };
export type AlreadyPaid = { kind: 'already_paid' };
export type InvalidQuantity = { kind: 'invalid_quantity'; min: number; max: number };
export type OrderError = NotFound | AlreadyPaid | InvalidQuantity;

export interface Invoice {
  number: string;
  total: number;
  lines: [sku: string, quantity: number][];
}

const rows = new MemoryRepository<Order>(() => {
  const address = { street: 'High Street 1', city: { name: 'Ulm', zip: '89073' } };
  return [
    { id: '1', number: 'O-1', state: 'open', lines: [{ sku: 'a', quantity: 2 }], address },
    { id: '2', number: 'O-2', state: 'paid', lines: [], address },
  ];
});

export class Orders {
  list(state: OrderState | null): Order[] {
    return rows.all().filter((row) => state === null || row.state === state);
  }

  find(id: string): Result<Order, NotFound> {
    const row = rows.find(id);
    return row ? ok(row) : err({ kind: 'not_found', id });
  }

  place(lines: Line[], address: Address): Result<Order, InvalidQuantity> {
    if (lines.some((line) => line.quantity < 1 || line.quantity > 99))
      return err({ kind: 'invalid_quantity', min: 1, max: 99 });
    const id = nextId();
    return ok(rows.save({ id, number: `O-${Number(id)}`, state: 'open', lines, address }));
  }

  pay(id: string): Result<{ state: 'paid'; paidAt: Date }, NotFound | AlreadyPaid> {
    const found = this.find(id);
    if (!found.ok) return found;
    if (found.value.state === 'paid') return err({ kind: 'already_paid' });
    rows.save({ ...found.value, state: 'paid' });
    return ok({ state: 'paid', paidAt: new Date() });
  }

  cancel(id: string): Result<Order, NotFound | AlreadyPaid> {
    const found = this.find(id);
    if (!found.ok) return found;
    return found.value.state === 'paid'
      ? err({ kind: 'already_paid' })
      : ok(rows.save({ ...found.value, state: 'cancelled' }));
  }

  move(id: string, change: DeepPartial<Address>): Result<Address, NotFound> {
    const found = this.find(id);
    if (!found.ok) return found;
    const { address } = found.value;
    const next = { street: change.street ?? address.street, city: { ...address.city, ...change.city } };
    rows.save({ ...found.value, address: next });
    return ok(next);
  }

  add(id: string, line: Line): Result<Line[], OrderError> {
    const found = this.find(id);
    if (!found.ok) return found;
    if (found.value.state === 'paid') return err({ kind: 'already_paid' });
    if (line.quantity > 99) return err({ kind: 'invalid_quantity', min: 1, max: 99 });
    return ok(rows.save({ ...found.value, lines: [...found.value.lines, line] }).lines);
  }

  invoice(id: string): Either<{ status: 404; message: string } | { status: 402; message: string }, Invoice> {
    const row = rows.find(id);
    if (row === null) return Either.left({ status: 404, message: 'There is no such order.' });
    return Either.right<Order>(row)
      .chain((order) =>
        order.state === 'paid'
          ? Either.right(order)
          : Either.left({ status: 402 as const, message: 'It is not paid.' }),
      )
      .map((order) => ({
        number: order.number,
        total: order.lines.length,
        lines: order.lines.map(({ sku, quantity }): [string, number] => [sku, quantity]),
      }));
  }

  total(id: string): AsyncResult<number, NotFound> {
    return new AsyncResult(Promise.resolve(this.find(id))).map(({ lines }) =>
      lines.reduce((sum, { quantity }) => sum + quantity, 0),
    );
  }

  history(id: string): Option<{ at: Date; state: OrderState }[]> {
    const row = rows.find(id);
    return new Option(row?.state).map((state) => [{ at: new Date(0), state }]);
  }

  counts(): Record<OrderState, number> {
    const counts: Record<OrderState, number> = { open: 0, paid: 0, cancelled: 0 };
    for (const { state } of rows.all()) counts[state]++;
    return counts;
  }

  remove(id: string): Result<null, NotFound | AlreadyPaid> {
    const found = this.cancel(id);
    if (!found.ok) return found;
    rows.delete(id);
    return ok(null);
  }
}
