import { once } from 'node:events';
import type { Application, Handler, Middleware, Next, Request } from '@taproot/core';
import type { Chain } from '@taproot/core/internal';
import type { TestResponse } from '../assertions/test-response.ts';
import { receiveReply } from '../client/send-request.ts';
import { TestRequest } from '../client/test-request.ts';
import { bareApplication } from './bare-application.ts';
import { MadeContext } from './made-context.ts';
import { type FakeRequestInit, madeRequest } from './made-request.ts';

/** The parts of a fake context. All are optional. */
export interface FakeContextInit extends FakeRequestInit {
  /**
   * The application that gives the request its methods, such as `validate`, its configuration and its locale. Default: an application with
   * only routing.
   */
  readonly app?: Application;
  /** Locale of the request, a BCP 47 tag; default: the locale of `app`, or `en`. */
  readonly locale?: string;
}

const noContent: Handler = (ctx) => ctx.response().noContent();

/** The context of a request that no server received: the normal context of routing, with a made-up request. `fakeContext()` makes it. */
export class FakeContext extends MadeContext {
  readonly #id: string;

  constructor({ app = bareApplication(), locale, ...init }: FakeContextInit = {}) {
    super(app, madeRequest(init));
    this.#id = init.id ?? 'fake';
    if (locale !== undefined) this.setLocale(locale);
  }

  override request(): ReturnType<MadeContext['request']> & Request {
    const request = super.request();
    if (!Object.hasOwn(request, 'id')) Object.defineProperty(request, 'id', { value: () => this.#id });
    return request;
  }

  /** The `next` of a middleware: it runs the handler and turns an error into its response. */
  next(handler: Handler = noContent): Next {
    return this.nextOf({ middleware: [], handler, rawBody: false });
  }

  /**
   * Runs a middleware around a handler, like a driver does, and sends the response. It starts at once; await it to get the response with
   * its assertions. The body is unread until the handler runs or code awaits `body()`.
   * @throws E_CONTEXT_ANSWERED the second time: a request has one response
   * @example await fakeContext({ ip: '203.0.113.7' }).through(middleware).assertTooManyRequests()
   */
  through(middleware: Middleware, handler: Handler = noContent): TestRequest {
    return this.#reply({ middleware: [middleware], handler, rawBody: false });
  }

  /**
   * Like `through()`, but runs a handler, such as an action of a controller, without any middleware.
   * @example await fakeContext({ params: { id: '7' } }).handle((ctx) => posts.show(ctx)).assertOk()
   */
  handle(handler: Handler): TestRequest {
    return this.#reply({ middleware: [], handler, rawBody: false });
  }

  #reply(chain: Chain): TestRequest {
    const reply = this.#sent(chain);
    // The reader of the reply sees the error.
    reply.catch(() => undefined);
    return new TestRequest(() => reply);
  }

  async #sent(chain: Chain): Promise<TestResponse> {
    const { req, res } = this.exchange;
    const { method = 'GET', url = '/' } = req;
    const response = await receiveReply({ method, target: url }, this.answer(chain), { by: res });
    // Waits for `close`, so that observers have seen the end of the reply.
    if (!res.closed) await once(res, 'close');
    return response;
  }
}

/** The context of a made-up request: `await fakeContext({ ip }).through(middleware)`. You need not close it. */
export const fakeContext = (init: FakeContextInit = {}): FakeContext => new FakeContext(init);
