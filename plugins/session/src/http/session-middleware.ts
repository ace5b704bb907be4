import { timingSafeEqual } from 'node:crypto';
import {
  type Application,
  type Context,
  FrameworkError,
  hasCode,
  type Middleware,
  type Next,
  type Response,
} from '@taproot/core';
import { describeError, isPromise, type MiddlewareDescription } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { Session } from '../session.ts';
import { type SessionRuntime, sessionsOf } from '../session-runtime.ts';
import { crossOrigin } from './cross-origin.ts';
import { refusedForm } from './refused-form.ts';

const isRedirect = ({ status }: Response): boolean => status >= 300 && status < 400 && status !== 304;

const isEqual = (one: string, other: string): boolean => {
  const [given, expected] = [Buffer.from(one), Buffer.from(other)];
  return given.length === expected.length && timingSafeEqual(given, expected);
};

/** Opens the session of a request, and writes what has changed. Refuses requests that change something and come from another site. */
export class SessionMiddleware implements Middleware {
  readonly #app: Application;
  readonly #runtime: SessionRuntime;

  constructor(app: Application) {
    this.#app = app;
    this.#runtime = sessionsOf(app);
  }

  signature(): string {
    return 'session';
  }

  describe(): MiddlewareDescription {
    const { refuse, tokens } = this.#app.config.session.cross_origin;
    return {
      responses: [
        ...(refuse ? [describeError(errors.E_CROSS_ORIGIN)] : []),
        ...(tokens ? [describeError(errors.E_CSRF_TOKEN)] : []),
        ...(this.#runtime.server === null ? [] : [describeError(errors.E_SESSION_UNAVAILABLE)]),
      ],
    };
  }

  async handle(ctx: Context, next: Next): Promise<Response> {
    const request = ctx.request();
    const { cross_origin, hidden } = this.#app.config.session;
    const cookie = request.cookie(this.#runtime.cookie);
    // No site can make a browser add a bearer token. With a cookie beside it, a guard may look at the cookie.
    const isGuarded = cross_origin.refuse && (cookie !== '' || request.bearerToken() === '');
    const verdict = isGuarded ? crossOrigin(ctx, cross_origin.trusted) : null;
    if (verdict !== null && verdict !== 'unknown') throw verdict;
    const read = this.#runtime.read(cookie, Math.floor(Date.now() / 1000));
    const session = isPromise(read) ? await read : read;
    if (verdict === 'unknown' && cross_origin.tokens) await this.#checkToken(ctx, session);
    ctx.withValue('session', session);
    const made = await next();
    const response = made.status === 422 ? ((await refusedForm(ctx, { session, hidden }, made)) ?? made) : made;
    const writing = this.#write(ctx, session, isRedirect(response));
    if (writing !== null) await writing;
    return response;
  }

  /** Null when nothing has to be written. */
  #write(ctx: Context, session: Session, hands: boolean): Promise<void> | null {
    const writing = this.#runtime.write(ctx, session, hands);
    return isPromise(writing) ? writing.catch((error: unknown) => this.#writeLess(ctx, session, hands, error)) : null;
  }

  /** Better a form that is empty again, with its messages, than no page. */
  async #writeLess(ctx: Context, session: Session, hands: boolean, error: unknown): Promise<void> {
    if (!hasCode(error, 'E_SESSION_LARGE') || !session.hasInput) throw error;
    await this.#runtime.write(ctx, session.withoutInput(), hands);
    const { bytes = 0, store = '', most = 0 } = (error instanceof FrameworkError ? error.values : undefined) ?? {};
    const request = ctx.request();
    const origin = { where: 'session', requestId: request.id(), method: request.method(), path: request.path() };
    this.#app.report(errors.E_SESSION_OLD_INPUT({ bytes, store, most }), { ...origin, warning: true });
  }

  /** For browsers that say nothing. Reads the body, because the token is a field of the form. */
  async #checkToken(ctx: Context, session: Session): Promise<void> {
    const request = ctx.request();
    const given = session.givenToken;
    const sent = request.header('x-csrf-token') || (await request.body(), request.input('_token'));
    if (given === null || !isEqual(sent, given)) throw errors.E_CSRF_TOKEN();
  }
}
