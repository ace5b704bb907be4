import { errors } from './errors.ts';
import type { SessionRuntime } from './session-runtime.ts';
import type { ServerKeeper } from './stores/server-keeper.ts';
import type { ListedSession } from './stores/session-store.ts';

/** The guard of a user; `web` when left out. */
export interface OfGuard {
  /** The guard that logged the user in. Default: `web`. */
  readonly guard?: string;
}

/** The facade `Session`: the sessions of users, for account pages and after a new password. Needs a store on the server. */
export class Sessions {
  readonly #runtime: SessionRuntime;

  constructor(runtime: SessionRuntime) {
    this.#runtime = runtime;
  }

  /**
   * The sessions in which a user is logged in now, in no order; times are Unix seconds.
   *
   * @throws E_SESSION_UNLISTED for the store `cookie`; E_SESSION_UNAVAILABLE (503)
   */
  ofUser(id: string | number | bigint, { guard = 'web' }: OfGuard = {}): Promise<readonly ListedSession[]> {
    return this.#server.ofUser(`${guard}:${id}`);
  }

  /**
   * Ends the session of an id that `ofUser()` or `session.id()` returned. False when there is none. Check first whose session it is.
   *
   * @throws E_SESSION_UNLISTED for the store `cookie`; E_SESSION_UNAVAILABLE (503)
   */
  end(id: string): Promise<boolean> {
    return this.#server.endById(id);
  }

  /**
   * Ends all sessions of a user, and returns their number; `except` is the id of one that stays, such as that of this request.
   *
   * @throws E_SESSION_UNLISTED for the store `cookie`; E_SESSION_UNAVAILABLE (503)
   * @example await facades.Session().endAll(user.id, { except: ctx.request().session().id() })
   */
  async endAll(
    id: string | number | bigint,
    { guard, except }: OfGuard & { readonly except?: string } = {},
  ): Promise<number> {
    const listed = await this.ofUser(id, guard === undefined ? {} : { guard });
    const ended = await Promise.all(listed.filter((one) => one.id !== except).map((one) => this.end(one.id)));
    return ended.filter(Boolean).length;
  }

  get #server(): ServerKeeper {
    const { server, keeper } = this.#runtime;
    if (server === null) throw errors.E_SESSION_UNLISTED({ store: keeper.name });
    return server;
  }
}
