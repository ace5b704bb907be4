import type { Context } from '../http/context.ts';

/** The session of a request, as a guard sees it. */
export interface LoginSession {
  /** The id of the user whom this guard has logged in; null for a guest. */
  userOf(guard: string): string | null;
  /** When the login began, and when the session ends at the latest; Unix seconds. */
  readonly began: number;
  readonly ends: number;
  /** The public id of the session; empty before it is kept. */
  id(): string;
  /** Whether this request has put or removed a value, so that its response may hold what no other client may see. */
  readonly isUsed: boolean;
  /** Logs a user in: the session gets a new id, so that a thief who knows the old one stays outside. */
  logIn(guard: string, user: string): void;
  /** Logs the user out. The session ends, with everything in it. */
  logOut(): void;
}

/** The session of a request, as a page shows it. */
export interface PageSession {
  /** The text that was sent in a field of the refused form; `fallback` for any other field. */
  old(field: string, fallback: string): string;
  /** Messages about the refused form, by field. */
  errors(): Readonly<Record<string, readonly string[]>>;
  /** The value of a key, flash values among them; null without one. */
  value(key: string): unknown;
  /** The token for forms; null if the session asks for none. */
  token(): string | null;
}

/** The session of a request; null when no middleware of its route has opened one. A plugin for sessions provides it. */
export type OpenLoginSession = (ctx: Context) => LoginSession | null;
