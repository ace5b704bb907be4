import { z } from 'zod';

/** Eight fields, ten schemas. */
export const recordSchema = z.object({
  name: z.string().min(3).max(60),
  email: z.email(),
  age: z.int().min(18).max(120),
  role: z.enum(['reader', 'author', 'editor']),
  newsletter: z.boolean(),
  about: z.string().min(1).max(500),
  tags: z.array(z.string().min(1).max(20)).min(1).max(5),
  address: z.object({ city: z.string().min(1).max(80) }),
});

/** A list of items, ten schemas each. */
export const itemsSchema = z.object({
  items: z.array(
    z.object({
      sku: z.string().min(1).max(20),
      title: z.string().min(3).max(60),
      quantity: z.int().min(1).max(99),
      price: z.number().min(0),
      discount: z.number().min(0).max(100),
      currency: z.enum(['EUR', 'USD', 'GBP']),
      gift: z.boolean(),
      contact: z.email(),
      colour: z.string().min(1).max(20),
      note: z.string().min(1).max(200),
    }),
  ),
});
