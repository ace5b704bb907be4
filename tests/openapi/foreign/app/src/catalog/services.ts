import { BadRequestError, ConflictError, NotFoundError, UnprocessableContentError } from '@taproot/core';
import { MemoryRepository, nextId, type Paginated, paginate, type Repository } from '../support/index.ts';
import {
  type Category,
  Currency,
  type Money,
  type NewProduct,
  type Product,
  type ProductFilter,
  type SearchHit,
} from './model.ts';

export interface ProductService {
  list(filter: ProductFilter): Promise<Paginated<Product>>;
  find(id: string): Promise<Product>;
  create(input: NewProduct): Promise<Product>;
  reprice(id: string, price: Money): Promise<Product>;
  restock(id: string, delta: number): Promise<Product>;
  related(id: string): Promise<Pick<Product, 'id' | 'title'>[]>;
  remove(id: string): Promise<void>;
}

export interface SearchService {
  search(term: string): Promise<readonly SearchHit[]>;
}

export interface Logger {
  info(line: string): void;
}

export const productRows = new MemoryRepository<Product>(() => [
  {
    id: '1',
    sku: 'SKU-1',
    title: 'Rake',
    price: { amount: 20, currency: Currency.Eur },
    tags: ['tool'],
    stock: 3,
    discontinuedAt: null,
  },
  {
    id: '2',
    sku: 'SKU-2',
    title: 'Hoe',
    price: { amount: 15, currency: Currency.Usd },
    tags: ['tool', 'old'],
    stock: 0,
    discontinuedAt: new Date(0),
  },
  {
    id: '3',
    sku: 'SKU-3',
    title: 'Seeds',
    price: { amount: 2, currency: Currency.Eur },
    tags: [],
    stock: 0,
    discontinuedAt: null,
  },
]);

export class DefaultProductService implements ProductService {
  constructor(
    private readonly rows: Repository<Product>,
    private readonly log: Logger,
  ) {}

  async list({ page, size, tag }: ProductFilter) {
    const rows = this.rows.all().filter((row) => tag === '' || row.tags.includes(tag));
    return paginate(rows, page, size, '/catalog/products');
  }

  async find(id: string) {
    const row = this.rows.find(id);
    if (!row) throw new NotFoundError(`There is no product ${id}.`);
    return row;
  }

  async create(input: NewProduct) {
    const sku = `SKU-${input.sku}` as const;
    if (this.rows.all().some((row) => row.sku === sku)) throw new ConflictError('That SKU is taken.');
    this.log.info(`new ${sku}`);
    return this.rows.save({
      id: nextId(),
      sku,
      title: input.title,
      price: { amount: input.amount, currency: input.currency === 'EUR' ? Currency.Eur : Currency.Usd },
      tags: input.tags ?? [],
      stock: 0,
      discontinuedAt: null,
    });
  }

  async reprice(id: string, price: Money) {
    return this.rows.save({ ...(await this.find(id)), price });
  }

  async restock(id: string, delta: number) {
    const row = await this.find(id);
    if (row.stock + delta < 0) throw new UnprocessableContentError('There is not so much in stock.');
    return this.rows.save({ ...row, stock: row.stock + delta });
  }

  async related(id: string) {
    const { tags } = await this.find(id);
    return this.rows
      .all()
      .filter((row) => row.id !== id && row.tags.some((tag) => tags.includes(tag)))
      .map(({ id: other, title }) => ({ id: other, title }));
  }

  async remove(id: string) {
    const row = await this.find(id);
    if (row.stock > 0) throw new ConflictError('There is still stock.');
    this.rows.delete(id);
  }
}

export class DefaultSearchService implements SearchService {
  constructor(private readonly rows: Repository<Product>) {}

  async search(term: string): Promise<readonly SearchHit[]> {
    const products = this.rows
      .all()
      .filter((row) => row.title.toLowerCase().includes(term.toLowerCase()))
      .map((row): SearchHit => ({ kind: 'product', product: { id: row.id, title: row.title } }));
    return [...products, { kind: 'category', slug: 'tools', count: 2 }];
  }
}

/** The category that a request asks for; reading it fails where there is none. */
export class CategoryLookup {
  static readonly known: readonly Category[] = [{ slug: 'tools', title: 'Tools' }];

  constructor(readonly slug: string) {}

  get current(): Category {
    const found = CategoryLookup.known.find(({ slug }) => slug === this.slug);
    if (found === undefined) throw new NotFoundError('There is no such category.');
    return found;
  }
}

/** A number of pieces that can be ordered. */
export class Quantity {
  constructor(readonly value: number) {
    if (value < 1) throw new BadRequestError('At least one piece.');
  }

  times(price: Money): Money {
    return { ...price, amount: price.amount * this.value };
  }
}
