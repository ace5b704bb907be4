import type { Application, Context } from '@taproot/core';
import { openRedis, perApp, type RowStore, sealsOf, sparseReport } from '@taproot/core/plugin';
import { cookieName, type SessionSettings } from './config.ts';
import { errors } from './errors.ts';
import { Session } from './session.ts';
import { CookieKeeper } from './stores/cookie-keeper.ts';
import { DatabaseStore } from './stores/database-store.ts';
import type { Keeper, Written } from './stores/keeper.ts';
import { RedisStore } from './stores/redis-store.ts';
import { ServerKeeper } from './stores/server-keeper.ts';
import type { SessionRecord, SessionStore } from './stores/session-store.ts';

declare module '@taproot/core' {
  interface ContextValues {
    /** The session of this request; kept by the middleware `session`. */
    session: Session;
  }
}

const rowsOf = (app: Application, connection: string | null): (() => RowStore) => {
  let rows: RowStore | null = null;
  return () => {
    if (rows !== null) return rows;
    const open = app.provided('rows');
    if (open === null) throw errors.E_SESSION_ROWS();
    return (rows = open(connection));
  };
};

/** Reads and writes the sessions of one application. The plugin opens and closes it. */
export class SessionRuntime {
  readonly keeper: Keeper;
  readonly cookie: string;
  readonly #app: Application;
  readonly #settings: SessionSettings;
  /** Null for the store `cookie`. */
  readonly server: ServerKeeper | null;
  /** Seconds between two notes of a session's last use, so that not every request writes. */
  readonly #noted: number;

  constructor(app: Application) {
    this.#app = app;
    const settings = app.config.session;
    this.#settings = settings;
    this.cookie = cookieName(settings.cookie);
    this.#noted = Math.min(settings.lifetime / 10, 300);
    this.server = settings.store === 'cookie' ? null : this.#serverKeeper();
    this.keeper = this.server ?? new CookieKeeper(sealsOf(app, 'The session'), this.cookie);
  }

  /** The session of a request that has this cookie. */
  read(cookie: string, now: number): Session | Promise<Session> {
    const kept = cookie === '' ? null : this.keeper.read(cookie);
    return kept instanceof Promise ? kept.then((late) => this.#session(late, now)) : this.#session(kept, now);
  }

  /**
   * Writes what a request has changed, and sets the cookie if it is another one or must live longer. Writes nothing if nothing changed.
   * `hands`: whether flash values stay for the next request.
   */
  write(ctx: Context, session: Session, hands: boolean): void | Promise<void> {
    const now = Math.floor(Date.now() / 1000);
    const changed = session.changes(hands);
    const isChanged = changed.set.size > 0 || changed.removed.length > 0;
    const { record, ending } = session;
    const isNoted = record === null || now - record.touched < this.#noted;
    // Most requests end here, without a promise.
    if (!isChanged && ending === 'kept' && isNoted) return session.seal();
    return this.#write(ctx, session, changed, now);
  }

  async #write(ctx: Context, session: Session, changed: ReturnType<Session['changes']>, now: number): Promise<void> {
    const { record: before, ending } = session;
    const old = ctx.request().cookie(this.cookie);
    let written: Written | null = null;
    if (ending === 'ended') {
      if (before !== null) await this.keeper.end({ id: session.id(), record: before });
      if (changed.set.size > 0) written = await this.#create(session, { began: now, values: changed.set }, now);
      else if (before !== null) this.#forget(ctx);
    } else if (before === null) {
      if (changed.set.size > 0) written = await this.#create(session, { began: now, values: changed.set }, now);
    } else if (ending !== 'kept') {
      written = await this.#renew(
        session,
        { cookie: old, began: ending === 'login' ? now : before.began, now },
        changed,
      );
    } else {
      const changes = { ...changed, touched: now, lives: this.#lives(before.began, now) };
      written = await this.keeper.change(old, { id: session.id(), record: before }, changes);
      // The session was ended in the meantime, for example by a logout in another tab.
      if (written === null) this.#forget(ctx);
    }
    session.seal();
    if (written !== null) this.#setCookie(ctx, written, now);
  }

  /** Opens the store before the first request. */
  async open(): Promise<void> {
    await this.server?.open();
  }

  /** Closes the store. */
  async close(): Promise<void> {
    await this.server?.close();
  }

  /** A new session with the values of the old one, also with those that parallel requests wrote in the meantime. */
  async #renew(
    session: Session,
    { cookie, began, now }: { readonly cookie: string; readonly began: number; readonly now: number },
    { set, removed }: ReturnType<Session['changes']>,
  ): Promise<Written> {
    const latest = await this.keeper.read(cookie);
    const values = new Map([...(latest?.record.values ?? []), ...set]);
    for (const key of removed) values.delete(key);
    const written = await this.#create(session, { began, values }, now);
    if (latest !== null) await this.keeper.end(latest);
    return written;
  }

  #create(
    session: Session,
    { began, values }: Pick<SessionRecord, 'began' | 'values'>,
    now: number,
  ): Written | Promise<Written> {
    return this.keeper.create({ began, touched: now, user: session.user, values }, this.#lives(began, now));
  }

  #session(kept: { readonly id: string; readonly record: SessionRecord } | null, now: number): Session {
    const { lifetime, max_lifetime } = this.#settings;
    const record = kept?.record;
    // A store may forget late, and clocks of servers differ: a session that was used in the future is as good as one used now.
    const ended = record === undefined || now - record.touched >= lifetime || now - record.began >= max_lifetime;
    return new Session(ended ? null : kept, (ended ? now : record.began) + max_lifetime);
  }

  #lives(began: number, now: number): number {
    const { lifetime, max_lifetime } = this.#settings;
    return Math.max(1, Math.min(lifetime, began + max_lifetime - now));
  }

  #setCookie(ctx: Context, { cookie, record }: Written, now: number): void {
    const response = ctx.response();
    response.cookie(this.cookie, cookie, { ...this.#attributes(), maxAge: this.#lives(record.began, now) });
    // No cache between may give the cookie to somebody else.
    response.header('Cache-Control', 'no-store');
  }

  #forget(ctx: Context): void {
    ctx.response().withoutCookie(this.cookie, this.#attributes());
  }

  #attributes() {
    const { domain, path, same_site, secure } = this.#settings.cookie;
    return { path, sameSite: same_site, secure, httpOnly: true, ...(domain === null ? {} : { domain }) } as const;
  }

  #serverKeeper(): ServerKeeper {
    const { store, timeout, max_size: most } = this.#settings;
    const report = sparseReport((error) => this.#app.report(error, { where: 'session' }));
    const name = typeof store === 'function' ? store.name || 'custom' : store;
    return new ServerKeeper({ name, store: this.#store(report), timeout, most, report });
  }

  #store(report: ReturnType<typeof sparseReport>): SessionStore {
    const { store, redis, database, max_lifetime } = this.#settings;
    if (typeof store === 'function') return store();
    if (store === 'redis')
      return new RedisStore(openRedis(this.#app, 'session.store', redis.connection), redis.prefix, max_lifetime);
    const rows = rowsOf(this.#app, database.connection);
    // A missing plugin must stop the boot.
    rows();
    return new DatabaseStore({ rows, table: database.table, report });
  }
}

const made = perApp((): { runtime: SessionRuntime | null } => ({ runtime: null }));

/** The sessions of an application; made for the first route that has one, so that its store must be there only then. */
export const sessionsOf = (app: Application): SessionRuntime => (made(app).runtime ??= new SessionRuntime(app));

/** The sessions of an application; null when no route has any. */
export const madeSessions = (app: Application): SessionRuntime | null => made(app).runtime;
