import type { Job } from 'taproot-queue';

export interface Receipt {
  readonly order: number;
}

export const printed: number[] = [];

export const receipt: Job<Receipt> = {
  name: 'receipt',
  parse: (value) => {
    if (typeof value === 'object' && value !== null && 'order' in value && typeof value.order === 'number')
      return { order: value.order };
    throw new TypeError('A receipt names its order.');
  },
  run: ({ order }) => printed.push(order),
};
