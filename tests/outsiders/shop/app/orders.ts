import type { Generated } from '@taproot/database';

export interface OrderTable {
  id: Generated<number>;
  customer: string;
  total: number;
}

declare module '@taproot/database' {
  interface Tables {
    orders: OrderTable;
  }
}

export interface Customer {
  readonly id: string;
  readonly name: string;
}

declare module '@taproot/auth' {
  interface AuthUser extends Customer {}
}

export const customers: ReadonlyMap<string, Customer> = new Map([['7', { id: '7', name: 'Ada' }]]);
