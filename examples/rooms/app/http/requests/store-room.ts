import type { Context } from '@taproot/core';
import { defineRules, formRequest, Rule } from '@taproot/validation';

/** A room, new or changed. The name must be unique, but a changed room may keep its own. */
export class StoreRoom extends formRequest(
  (ctx: Context) =>
    defineRules({
      name: ['required', 'string', 'max:80', Rule.unique('rooms', 'name').ignore(ctx.request().route('room'))],
      seats: 'required|integer|between:1,1000',
      price: 'required|decimal:0,2|between:0,9999',
    }),
  { filters: { name: 'trim' } },
) {}
