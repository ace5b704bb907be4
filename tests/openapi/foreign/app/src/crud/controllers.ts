import type { Context, ResourceController } from '@taproot/core';
import { MemoryRepository, nextId } from '../support/index.ts';
import { BaseController, CrudController, WebController } from './base.ts';

export interface Brand {
  id: string;
  name: string;
  country: string | null;
}

interface BrandInput {
  name: string;
  country?: string | null;
}

export class BrandController extends CrudController<Brand, BrandInput> implements ResourceController {
  protected readonly rows = new MemoryRepository<Brand>(() => [
    { id: '1', name: 'Oak', country: 'DE' },
    { id: '2', name: 'Elm', country: null },
  ]);
  protected readonly path = '/brands';

  protected readCreate(ctx: Context) {
    return ctx.request().validated({ name: 'required|string|max:40', country: 'nullable|string|size:2' });
  }

  protected readUpdate(ctx: Context) {
    return ctx.request().validated({ name: 'filled|string|max:40', country: 'nullable|string|size:2' });
  }

  protected make(input: BrandInput): Brand {
    return { id: nextId(), name: input.name, country: input.country ?? null };
  }
}

export interface Supplier {
  id: string;
  company: string;
  contact: { name: string; phone?: string };
  rating: 1 | 2 | 3;
}

type SupplierInput = Omit<Supplier, 'id'>;

const rated = (value: number): 1 | 2 | 3 => (value <= 1 ? 1 : value === 2 ? 2 : 3);

export class SupplierController extends CrudController<Supplier, SupplierInput, Pick<SupplierInput, 'company'>> {
  protected readonly rows = new MemoryRepository<Supplier>(() => [
    { id: '1', company: 'Roots', contact: { name: 'Ada' }, rating: 3 },
  ]);
  protected readonly path = '/suppliers';

  protected async readCreate(ctx: Context): Promise<SupplierInput> {
    const { company, contact, rating } = await ctx.request().validated({
      company: 'required|string',
      'contact.name': 'required|string',
      'contact.phone': 'string|digits_between:5,15',
      rating: 'required|integer|between:1,3',
    });
    return { company, contact, rating: rated(rating) };
  }

  protected readUpdate(ctx: Context) {
    return ctx.request().validated({ company: 'required|string' });
  }

  protected make(input: SupplierInput): Supplier {
    return { id: nextId(), ...input };
  }

  /** Shows a supplier with its number of deliveries. */
  override show(ctx: Context<'id'>) {
    const row = this.rows.find(ctx.request().route('id'));
    return row === null ? this.missing(ctx, this.path) : this.ok(ctx, { ...row, deliveries: 4 });
  }
}

export interface Warehouse {
  id: string;
  city: string;
  shelves: Record<string, number>;
}

export class WarehouseController extends BaseController {
  constructor(private readonly rows: MemoryRepository<Warehouse>) {
    super();
  }

  index(ctx: Context) {
    return this.ok(ctx, { list: this.rows.all(), count: this.rows.all().length });
  }

  async show(ctx: Context<'id'>) {
    try {
      return this.ok(ctx, await this.rows.findOrFail(ctx.request().route('id')));
    } catch {
      return this.missing(ctx, 'warehouse');
    }
  }

  /** Counts a shelf again. Answers with the difference. */
  stocktake(ctx: Context<'id' | 'shelf'>) {
    const request = ctx.request();
    const row = this.rows.find(request.route('id'));
    if (row === null) return this.missing(ctx, 'warehouse');
    const before = row.shelves[request.route('shelf')];
    if (before === undefined) return this.missing(ctx, 'shelf');
    return this.ok(ctx, { difference: request.inputInt('count') - before });
  }
}

export const warehouses = new WarehouseController(
  new MemoryRepository<Warehouse>(() => [{ id: '1', city: 'Ulm', shelves: { a: 1, b: 2 } }]),
);

export interface Ticket {
  id: string;
  subject: string;
  open: boolean;
}

export class TicketController extends WebController {
  readonly #rows = new MemoryRepository<Ticket>(() => [
    { id: '1', subject: 'Broken', open: true },
    { id: '2', subject: 'Lost', open: false },
  ]);

  list() {
    return this.ok(this.#rows.all());
  }

  show(ctx: Context<'id'>) {
    const row = this.#rows.find(ctx.request().route('id'));
    return row ? this.ok(row) : this.fail(404, 'There is no such ticket.');
  }

  async open(ctx: Context) {
    const { subject } = await ctx.request().validated({ subject: 'required|string|min:3' });
    const row = this.#rows.save({ id: nextId(), subject, open: true });
    return this.created(row, `/tickets/${row.id}`);
  }

  close(ctx: Context<'id'>) {
    const row = this.#rows.find(ctx.request().route('id'));
    if (!row) return this.fail(404, 'There is no such ticket.');
    if (!row.open) return this.fail(409, 'It is closed.');
    this.#rows.save({ ...row, open: false });
    return this.accepted();
  }
}
