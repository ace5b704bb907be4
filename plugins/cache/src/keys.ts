/**
 * The values of the cache by key. Declare yours, and the compiler knows the type of each, and refuses other keys: `declare module
 * '@taproot/cache' { interface CacheKeys { stats: Stats; [post: `post:${number}`]: Post } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface CacheKeys {}

/** Keys; any string if the application declares none. */
export type CacheKey = keyof CacheKeys extends never ? string : Extract<keyof CacheKeys, string>;

/** The declared type of the value of a key; `Else` if the application declares no keys. */
export type CacheValue<Key, Else> = Key extends keyof CacheKeys ? CacheKeys[Key] : Else;

/** A value as the cache gives it back. It is stored as JSON: a date becomes a string, a function or `undefined` is left out. */
export type Stored<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends { toJSON(...args: never[]): infer Json }
    ? Json
    : Value extends readonly (infer Item)[]
      ? Stored<Item>[]
      : Value extends (...args: never[]) => unknown
        ? never
        : Value extends object
          ? {
              [Key in keyof Value as Value[Key] extends (...args: never[]) => unknown ? never : Key]: Stored<
                Value[Key]
              >;
            }
          : Value;
