import type { Application, Context, Response } from '@taproot/core';
import type { LoginSession } from '@taproot/core/internal';
import type { SparseReport } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { isUser } from '../providers/is-user.ts';
import type { AuthUser, UserProvider } from '../providers/user-provider.ts';
import type { Guard, GuardDescription, Identity, LoginOptions, SessionLogin } from './guard.ts';
import { type RememberTokens, rememberFailure } from './remember-tokens.ts';

/** Parts of a session guard. */
export interface SessionGuardOptions {
  readonly app: Application;
  readonly name: string;
  readonly provider: UserProvider;
  /** Null when logins are not remembered. */
  readonly remember: RememberTokens | null;
  /** The page to which browsers of guests are sent; null for a 401. */
  readonly loginPage: string | null;
  readonly report: SparseReport;
}

/** Users who are logged in by their session, which browsers hold by a cookie. */
export class SessionGuard implements Guard {
  readonly #options: SessionGuardOptions;
  readonly #cookie: string;

  constructor(options: SessionGuardOptions) {
    this.#options = options;
    const { app, name } = options;
    this.#cookie = `${app.isProduction ? '__Host-' : ''}remember-${name}`;
  }

  /** RFC 9110 wants a challenge with each 401, and has none for cookies. */
  get challenge(): string {
    return `Cookie realm="${this.#options.name}"`;
  }

  prepare(): void {
    if (this.#options.app.provided('loginSessions') === null)
      throw errors.E_AUTH_SESSION_MISSING({ guard: this.#options.name });
  }

  describe(): GuardDescription {
    return { scheme: { type: 'apiKey', in: 'cookie', name: 'session', description: 'The cookie of the session.' } };
  }

  guest(ctx: Context): Response | null {
    const { loginPage } = this.#options;
    const request = ctx.request();
    if (loginPage === null || request.wantsJson()) return null;
    const isPage = request.method() === 'GET';
    const next = isPage ? `${loginPage.includes('?') ? '&' : '?'}next=${encodeURIComponent(request.url())}` : '';
    return ctx.response().redirect(303, loginPage + next);
  }

  async identify(ctx: Context): Promise<Identity | null> {
    const { name, remember } = this.#options;
    const session = this.#session(ctx);
    const id = session.userOf(name);
    if (id !== null) return this.#identity(session, id);
    const cookie = remember === null ? '' : ctx.request().cookie(this.#cookie);
    return cookie === '' || remember === null ? null : this.#recall(ctx, session, remember, cookie);
  }

  async login(user: AuthUser, ctx: Context, { remember: asked = false }: LoginOptions = {}): Promise<SessionLogin> {
    const { name, provider, remember } = this.#options;
    if (asked && remember === null) throw errors.E_AUTH_REMEMBER_OFF({ guard: name });
    const [session, id] = [this.#session(ctx), provider.idOf(user)];
    session.logIn(name, id);
    if (asked && remember !== null) this.#setCookie(ctx, await remember.issue(id), remember.lifetime);
    return { tokens: null, identity: this.#made(session, id, user) };
  }

  async logout(_identity: Identity, ctx: Context): Promise<void> {
    const { remember } = this.#options;
    const cookie = ctx.request().cookie(this.#cookie);
    this.#session(ctx).logOut();
    if (cookie === '') return;
    await remember?.forget(cookie);
    ctx.response().withoutCookie(this.#cookie, this.#attributes());
  }

  async forgetAll(id: string): Promise<void> {
    await this.#options.remember?.forgetAll(id);
  }

  /** A failing table of tokens must not close the site: the user is a guest then, and the log says why. */
  async #recall(
    ctx: Context,
    session: LoginSession,
    remember: RememberTokens,
    cookie: string,
  ): Promise<Identity | null> {
    const { name, report } = this.#options;
    try {
      const recalled = await remember.recall(cookie);
      const identity = recalled === null ? null : await this.#identity(session, recalled.user);
      if (recalled === null || identity === null) {
        ctx.response().withoutCookie(this.#cookie, this.#attributes());
        return null;
      }
      session.logIn(name, recalled.user);
      if (recalled.cookie !== null) this.#setCookie(ctx, recalled.cookie, remember.lifetime);
      return identity;
    } catch (error) {
      report(rememberFailure(name, error));
      return null;
    }
  }

  async #identity(session: LoginSession, id: string): Promise<Identity | null> {
    const user = await this.#options.provider.findById(id);
    return isUser(user) ? this.#made(session, id, user) : null;
  }

  #made(session: LoginSession, id: string, user: AuthUser): Identity {
    return {
      guard: this.#options.name,
      id,
      user,
      issuedAt: new Date(session.began * 1000),
      expiresAt: new Date(session.ends * 1000),
      session: session.id(),
      abilities: null,
    };
  }

  #session(ctx: Context): LoginSession {
    const session = this.#options.app.provided('loginSessions')?.(ctx) ?? null;
    if (session === null) throw errors.E_AUTH_SESSION_CLOSED({ guard: this.#options.name });
    return session;
  }

  #setCookie(ctx: Context, value: string, maxAge: number): void {
    ctx
      .response()
      .cookie(this.#cookie, value, { ...this.#attributes(), maxAge })
      .header('Cache-Control', 'no-store');
  }

  #attributes() {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#options.app.isProduction } as const;
  }
}
