export enum Currency {
  Eur = 'EUR',
  Usd = 'USD',
}

export interface Money {
  amount: number;
  currency: Currency;
}

export interface Product {
  id: string;
  sku: `SKU-${number}`;
  title: string;
  price: Money;
  tags: readonly string[];
  stock: number;
  discontinuedAt: Date | null;
}

export interface Category {
  slug: string;
  title: string;
}

export type SearchHit =
  | { kind: 'product'; product: Pick<Product, 'id' | 'title'> }
  | { kind: 'category'; slug: string; count: number };

export interface NewProduct {
  sku: number;
  title: string;
  amount: number;
  currency: 'EUR' | 'USD';
  tags?: string[];
}

export interface ProductFilter {
  page: number;
  size: number;
  tag: string;
}
