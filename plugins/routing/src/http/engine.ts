import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Answer, type Application, type Context, type Handler, type HttpDriver, HttpError } from '@taproot/core';
import { noParams } from '../drivers/route-params.ts';
import { selectDriver } from '../drivers/select-driver.ts';
import { SocketExchange } from '../drivers/socket-exchange.ts';
import { openKoa } from '../koa/from-koa.ts';
import { loadKoa } from '../koa/late-koa.ts';
import { writeResponse } from '../response/write-response.ts';
import type { RootRouter } from '../router/root-router.ts';
import { createRequestCheck } from '../server/check-request.ts';
import { shedLoad } from '../server/load-watch.ts';
import { type Aside, admitRequest, serverOptions } from './admit-request.ts';
import { compose, type Run } from './compose.ts';
import { Deadlines, type Serve } from './deadlines.ts';
import { ErrorResponses } from './error-response.ts';
import type { HttpHooks } from './http-hooks.ts';
import { Kernel } from './kernel.ts';
import type { RoutePlan } from './route-plan.ts';
import { buildRouteTable } from './route-table.ts';

/** All that requests are answered with. Loaded by the first of them or before the server opens, and by nothing else. */
export class Engine {
  readonly kernel: Kernel;
  readonly #app: Application;
  readonly #hooks: HttpHooks;
  readonly #errors: ErrorResponses;

  constructor(app: Application, router: RootRouter, hooks: HttpHooks) {
    this.#app = app;
    this.#hooks = hooks;
    this.#errors = new ErrorResponses(hooks);
    this.kernel = new Kernel(app, router);
    this.kernel.abortPage = (ctx, status) => this.#errors.plain(new HttpError(status), ctx);
  }

  /** Composes every chain of a plan and loads the driver; `keep` is told it at once, and closes it. */
  async serve(plan: RoutePlan, keep: (driver: HttpDriver) => void): Promise<RequestListener> {
    const { kernel } = this;
    const { respond } = this.#errors;
    const { hostFor } = await loadKoa();
    const host = () => hostFor(kernel);
    for (const step of [...plan.stack, ...plan.routes.flatMap(({ chain }) => chain)]) openKoa(step, host);
    const { serve } = new Deadlines(kernel.clock, kernel.config.request_timeout, respond);
    const table = buildRouteTable({ kernel, plan, rescue: respond, wrap: (run) => this.#hooked(run), serve });
    const check = shedLoad(createRequestCheck(kernel.config), kernel.load, kernel.config.max_delay);
    const aside = this.#aside(serve, plan.stack);
    const driver = await selectDriver(kernel.config.default)(this.#hooks.driver);
    keep(driver);
    return admitRequest(check, await driver.listener(table), aside);
  }

  /** Answers what reaches no route; the global middleware runs around it, so that CORS holds there too. */
  #aside(serve: Serve, stack: RoutePlan['stack']): Aside {
    const refused = new WeakMap<Context, unknown>();
    const chain = (handler: Handler): Run => this.#hooked(compose(stack, handler, this.#errors.respond, true));
    const fault = (error: unknown): void => this.#app.report(error, { where: 'response' });
    const write: Answer = (response, { req, res }) => writeResponse(req, res, response, fault);
    const answer = (run: Run, req: IncomingMessage, res: ServerResponse, error?: unknown): void => {
      const ctx = new this.kernel.Context(this.kernel, new SocketExchange(req, res, noParams), null);
      refused.set(ctx, error);
      serve(run, ctx, write);
    };
    const refusal = chain((ctx) => Promise.reject(refused.get(ctx)));
    const options = chain(serverOptions);
    return {
      refuse: (error, req, res) => answer(refusal, req, res, error),
      serverOptions: (req, res) => answer(options, req, res),
    };
  }

  /** Puts the `request` and `response` hooks around a chain; a hook nobody tapped leaves no trace. */
  #hooked(run: Run): Run {
    const { request, response } = this.#hooks;
    const { respond } = this.#errors;
    const before: Run = request.isUsed()
      ? (ctx) =>
          request
            .promise(ctx)
            .then((early) => early ?? run(ctx))
            .catch((error: unknown) => respond(error, ctx))
      : run;
    if (!response.isUsed()) return before;
    return async (ctx) => {
      const made = await before(ctx);
      try {
        return await response.promise(made, ctx);
      } catch (error) {
        this.#app.report(error, { where: 'http.response', requestId: ctx.request().id() });
        return made;
      }
    };
  }
}
