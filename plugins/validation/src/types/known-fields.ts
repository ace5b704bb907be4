import type { Entry } from './field-names.ts';

/**
 * Of names that are no keys of the rules map, those that name no field of it either, and `Wrong` as it is. The map also
 * knows what holds its fields (`user` of `user.name`), the entries of its lists (`items.0.id` of `items.*.id`), and what
 * is below a field without rules for what it holds. Maps with escaped keys are not read,
 * nor names with a part that the compiler does not know.
 */
export type UnknownField<Named, Fields extends string> = Named extends string
  ? [Extract<Fields, `${string}\\${string}`>] extends [never]
    ? IsWithin<Named, Fields> extends true
      ? never
      : {} extends Record<Named, true>
        ? never
        : Named
    : never
  : Named;

type IsWithin<Named extends string, Fields extends string> = [Extract<Fields, `${Named}.${string}`>] extends [never]
  ? Named extends Entry<Fields>
    ? true
    : IsBelow<Named, Fields>
  : true;

type IsBelow<Named extends string, Fields extends string> = true extends BelowOne<Named, Fields, Fields> ? true : false;

type BelowOne<Named extends string, Field extends string, Fields extends string> = Field extends unknown
  ? Named extends `${Field}.${string}`
    ? [Extract<Fields, `${Field}.${string}`>] extends [never]
      ? true
      : never
    : never
  : never;
