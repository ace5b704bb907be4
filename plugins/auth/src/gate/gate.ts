import { type Application, type Context, HttpError } from '@taproot/core';
import type { GateEvent } from '@taproot/core/internal';
import { channels, didYouMean, perApp, trace } from '@taproot/core/plugin';
import { Auth } from '../auth.ts';
import { type AuthRuntime, authOf } from '../auth-runtime.ts';
import { errors } from '../errors.ts';
import { isUser } from '../providers/is-user.ts';
import type { AuthUser } from '../providers/user-provider.ts';
import type {
  Ability,
  AbilityArguments,
  AbilityCallback,
  AfterCallback,
  BeforeCallback,
  PolicyClass,
} from './abilities.ts';
import { type Deciding, decide } from './decide.ts';
import { GateRegistry } from './gate-registry.ts';
import type { GateResponse } from './gate-response.ts';

/** An ability and its arguments, for `any()` and `none()`. */
export type Asked<Name extends Ability> = readonly [ability: Name, ...about: AbilityArguments<Name>];

/** The parts that all gates of an application share. */
interface GateParts {
  readonly runtime: AuthRuntime;
  readonly registry: GateRegistry;
  readonly deciding: Deciding;
}

/** The user about whom a gate decides; undefined means the user of the request. */
interface Whom {
  readonly ctx: Context | null;
  readonly user: AuthUser | null | undefined;
}

/**
 * Decides which user may do what. With a context it decides about the user of the request. Without a context, abilities get no user and
 * decide by their other arguments.
 */
export class Gate {
  readonly #parts: GateParts;
  readonly #whom: Whom;

  constructor(parts: GateParts, whom: Whom) {
    this.#parts = parts;
    this.#whom = whom;
  }

  /** Defines an ability. It denies guests, unless `guests` is true: then it decides about them, too, and its user is null. */
  define<Name extends Ability>(
    ability: Name,
    callback: AbilityCallback<Name>,
    { guests = false }: { readonly guests?: boolean } = {},
  ): this {
    const check = callback as (user: AuthUser | null, about: unknown, ctx: Context | null) => unknown;
    const entry = {
      guests,
      before: null,
      written: [callback],
      check: (user: AuthUser | null, [about]: readonly unknown[], ctx: Context | null) => check(user, about, ctx),
    };
    this.#parts.registry.define(ability, entry);
    return this;
  }

  /** Adds the methods of a policy as abilities `<name>.<method>`. `withPolicies()` adds several policies. */
  policy(name: string, Policy: PolicyClass): this {
    this.#parts.registry.policy(name, Policy);
    return this;
  }

  /**
   * Calls `callback` before every ability: true or false decides, undefined leaves the decision to the ability. Use it
   * for administrators who may do everything.
   * @throws E_GATE_LATE after the application has booted.
   */
  before(callback: BeforeCallback): this {
    this.#parts.registry.addBefore(callback);
    return this;
  }

  /**
   * Passes every decision to `callback`, which may change "allowed" to "denied", but not the reverse.
   * @throws E_GATE_LATE after the application has booted.
   */
  after(callback: AfterCallback): this {
    this.#parts.registry.addAfter(callback);
    return this;
  }

  /** A gate that decides about this user; null means a guest. */
  forUser(user: AuthUser | null): Gate {
    // `undefined` (a user that was not found) means a guest here, not the user of the request.
    return new Gate(this.#parts, { ...this.#whom, user: isUser(user) ? user : null });
  }

  /** A gate that decides about the user of this request. */
  withContext(ctx: Context): Gate {
    return new Gate(this.#parts, { ctx, user: undefined });
  }

  /** Whether an ability of this name is defined. */
  has(ability: string): boolean {
    return this.#parts.registry.abilities.has(ability);
  }

  /**
   * The statuses with which an ability denies, for tools that describe an API. It looks for `GateResponse.denyAsNotFound()` and
   * `GateResponse.deny(message, status)` in the code of the functions that decide, and in the methods of its policy that those call.
   */
  statusesOf(ability: string): readonly number[] {
    const { abilities, before, after } = this.#parts.registry;
    const code = [...(abilities.get(ability)?.written ?? []), ...before, ...after].map(String).join('\n');
    const [, ...denials] = code.split('.deny(');
    const given = denials.flatMap((rest) => /^[^)]*?,\s*(4\d\d)\b/.exec(rest)?.[1] ?? []).map(Number);
    return [...new Set([403, ...(code.includes('.denyAsNotFound(') ? [404] : []), ...given])];
  }

  /**
   * Whether the user may do this. Await it: a promise is always true. An undefined ability denies, and Taproot reports E_GATE_ABILITY.
   * @example if (await facades.Gate(ctx).allows('posts.update', post)) ...
   */
  async allows<Name extends Ability>(ability: Name, ...about: AbilityArguments<Name>): Promise<boolean> {
    return (await this.inspect(ability, ...about)).allowed();
  }

  /**
   * Whether the user may not do this. Await it: a promise is always true. An undefined ability denies, and Taproot reports E_GATE_ABILITY.
   */
  async denies<Name extends Ability>(ability: Name, ...about: AbilityArguments<Name>): Promise<boolean> {
    return !(await this.allows(ability, ...about));
  }

  /** Whether one of these abilities allows. They run in order until one allows. */
  async any<const Names extends readonly Ability[]>(
    abilities: Names,
    ...about: AbilityArguments<Names[number]>
  ): Promise<boolean> {
    for (const ability of abilities) if ((await this.#decide(ability, about)).allowed()) return true;
    return false;
  }

  /** Whether none of these abilities allows. */
  async none<const Names extends readonly Ability[]>(
    abilities: Names,
    ...about: AbilityArguments<Names[number]>
  ): Promise<boolean> {
    return !(await this.any(abilities, ...about));
  }

  /** The decision with its message and status. */
  inspect<Name extends Ability>(ability: Name, ...about: AbilityArguments<Name>): Promise<GateResponse> {
    return this.#decide(ability, about);
  }

  /**
   * Returns the decision if it allows. Otherwise throws it as an error with its status and message.
   * @throws HttpError (403) when the decision denies, or with the status of the policy.
   */
  async authorize<Name extends Ability>(ability: Name, ...about: AbilityArguments<Name>): Promise<GateResponse> {
    const response = await this.#decide(ability, about);
    if (response.allowed()) return response;
    throw new HttpError(response.status, response.message());
  }

  #decide(ability: string, about: readonly unknown[]): Promise<GateResponse> {
    if (!channels.gate.hasSubscribers) return this.#answer(ability, about);
    const event: GateEvent = { ctx: this.#whom.ctx, ability, allowed: null };
    const answer = () => this.#answer(ability, about);
    return trace(channels.gate, event, answer, (response) => (event.allowed = response.allowed()));
  }

  async #answer(ability: string, about: readonly unknown[]): Promise<GateResponse> {
    const { ctx, user: given } = this.#whom;
    const user =
      given === undefined && ctx !== null ? await new Auth(this.#parts.runtime, ctx).user() : (given ?? null);
    const guest = user === null && (ctx !== null || given === null);
    const response = await decide(this.#parts.deciding, { ability, about, user, guest, ctx });
    const { app } = this.#parts.runtime;
    return response.translated(
      (key, values) => app.provided('texts')?.find(key, app.currentLocale(ctx), values)?.text ?? null,
    );
  }
}

/** How many undefined abilities are reported, each once. There is a limit because names may come from clients. */
const toldAtMost = 100;

const createParts = (app: Application): GateParts => {
  const runtime = authOf(app);
  const registry = new GateRegistry();
  const told = new Set<string>();
  const unknown = (ability: string, ctx: Context | null): void => {
    if (told.has(ability) || told.size >= toldAtMost) return;
    told.add(ability);
    const hint = didYouMean(ability, registry.abilities.keys());
    runtime.report(errors.E_GATE_ABILITY({ ability, hint }), ctx);
  };
  const report: Deciding['report'] = (error, ctx) => runtime.report(error, ctx);
  return { runtime, registry, deciding: { registry, report, unknown } };
};

/** The parts that the gates of an application share. */
export const gatePartsOf = perApp(createParts);
