import type { Context } from '../http/context.ts';

/** Decides what the user of a request may do. */
export interface Abilities {
  /** Whether an ability of this name is defined. */
  has(ability: string): boolean;
  /** The statuses with which an ability denies, for tools that describe an API. */
  statusesOf(ability: string): readonly number[];
  /** Whether the user of this request has the ability. `about` are its arguments. */
  allows(ctx: Context, ability: string, ...about: readonly unknown[]): Promise<boolean>;
  /** Rejects with the denial, a `HttpError`, if the user of this request does not have the ability. */
  authorize(ctx: Context, ability: string, ...about: readonly unknown[]): Promise<void>;
}
