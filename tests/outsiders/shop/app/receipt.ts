import { job } from '@taproot/queue';

export const printed: number[] = [];

export const receipt = job({
  name: 'receipt',
  payload: { order: 'required|integer' },
  handle({ order }) {
    printed.push(order);
  },
});
