import type { Replacements } from './fill-placeholders.ts';

/**
 * The keys of translations with the names of their placeholders; `never` for none. `npx taproot types` writes them.
 * Then `get()` and `choice()` accept no other literal: `declare module '@taproot/lang' { interface LangKeys {
 * 'cart.hello': 'name' } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface LangKeys {}

/** The keys that `get()` accepts: the declared ones, or any string if none are declared. Strings that are not literals always pass. */
export type LangKey<Key> = Key extends never
  ? Key
  : string extends Key
    ? Key
    : keyof LangKeys extends never
      ? string
      : Extract<keyof LangKeys, string>;

type Value = Replacements[string];

type Placeholders<Key> = Key extends keyof LangKeys ? Extract<LangKeys[Key], string> : string;

/**
 * The arguments after a key: a value for each placeholder, or nothing if there are none. Placeholders in `Filled` need
 * no value.
 */
export type LangArguments<Key, Filled extends string = never> =
  string extends Placeholders<Key>
    ? [replace?: Replacements, locale?: string]
    : [Exclude<Placeholders<Key>, Filled>] extends [never]
      ? [replace?: [Filled] extends [never] ? Readonly<Record<string, never>> : Optional<Filled>, locale?: string]
      : [replace: Required<Exclude<Placeholders<Key>, Filled>> & Optional<Filled>, locale?: string];

type Required<Name extends string> = { readonly [Placeholder in Name]: Value };

type Optional<Name extends string> = { readonly [Placeholder in Name]?: Value };
