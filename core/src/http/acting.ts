import type { IncomingMessage } from 'node:http';

/** The user in whose name a test sends a request. */
export interface Actor {
  /** The user, as handlers get it. */
  readonly user: object;
  /** The guard that recognises the user; null for the default one. */
  readonly guard: string | null;
}

const actors = new WeakMap<IncomingMessage, Actor>();

/** Says who sends a request. Only guards of an application with `APP_ENV=testing` ask. */
export const actAs = (request: IncomingMessage, actor: Actor): void => {
  actors.set(request, actor);
};

/** The user in whose name a test sends a request; null without one. */
export const actorOf = (request: IncomingMessage): Actor | null => actors.get(request) ?? null;
