import type { Context } from '@taproot/core';
import type { AuthUser } from '../providers/user-provider.ts';
import type { GateResponse } from './gate-response.ts';

/** The decision of an ability. Only `true` and `GateResponse.allow()` allow. */
export type Verdict = boolean | GateResponse | Promise<boolean | GateResponse>;

/** Abilities and their arguments. Declare yours: `interface Abilities { 'update-post': { post: Post } }`. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface Abilities {}

/** Policies by name; merged in `bootstrap/policies.ts`: `interface Policies extends Readonly<typeof policies> {}`. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface Policies {}

/** A class whose methods decide about one kind of thing. Made once, at boot. */
export interface PolicyClass {
  new (): object;
  /** Methods that also decide about guests; their `user` is null then. All other methods deny guests. */
  readonly guests?: readonly string[];
}

type Instance<Table, Name extends keyof Table> = Table[Name] extends new () => infer Policy ? Policy : never;

type Decides = (user: never, ...about: never[]) => Verdict;

type MethodsOf<Policy> = {
  [Method in keyof Policy & string]: Policy[Method] extends Decides ? Exclude<Method, 'before'> : never;
}[keyof Policy & string];

type MethodsIn<Table> = {
  [Name in keyof Table & string]: `${Name}.${MethodsOf<Instance<Table, Name>>}`;
}[keyof Table & string];

// Takes type parameters, because the two interfaces are empty in this package.
type KnownIn<Defined, Classes> = (keyof Defined & string) | MethodsIn<Classes>;
type KnownAbility = KnownIn<Abilities, Policies>;

/** Every declared ability; any string while neither `Abilities` nor `Policies` declares one. */
export type Ability = [KnownAbility] extends [never] ? string : KnownAbility;

type AfterUser<Method> = Method extends (user: never, ...about: infer About) => unknown ? About : never;

type PolicyArguments<Name extends string> = Name extends `${infer Policy}.${infer Method}`
  ? Policy extends keyof Policies
    ? Method extends keyof Instance<Policies, Policy>
      ? AfterUser<Instance<Policies, Policy>[Method]>
      : never
    : never
  : never;

/** The arguments of an ability: those declared in `Abilities`, or the parameters of the policy's method after the user. */
export type AbilityArguments<Name extends string> = [KnownAbility] extends [never]
  ? readonly unknown[]
  : Name extends keyof Abilities
    ? [undefined] extends [Abilities[Name]]
      ? [about?: Abilities[Name]]
      : [about: Abilities[Name]]
    : PolicyArguments<Name>;

type Subject<Name extends string> = Name extends keyof Abilities ? Abilities[Name] : never;

/**
 * Decides about an ability. `user` is null for a guest, and when the gate has no context. If you do not declare abilities, write the type
 * of the arguments here: `(user, { post }: { post: Post }) => ...`.
 */
export type AbilityCallback<Name extends string> = (
  user: AuthUser | null,
  about: Subject<Name>,
  ctx: Context | null,
) => Verdict;

// oxlint-disable-next-line typescript/no-invalid-void-type -- a callback may simply end
type Opinion = boolean | GateResponse | null | undefined | void;

/** Runs before every ability. True allows, false denies, and undefined leaves the decision to the ability. */
export type BeforeCallback = (
  user: AuthUser | null,
  ability: string,
  about: readonly unknown[],
  ctx: Context | null,
) => Opinion | Promise<Opinion>;

/** Gets every decision. It may change "allowed" to "denied", but not the reverse. */
export type AfterCallback = (
  user: AuthUser | null,
  ability: string,
  response: GateResponse,
  about: readonly unknown[],
  ctx: Context | null,
) => Opinion | Promise<Opinion>;
