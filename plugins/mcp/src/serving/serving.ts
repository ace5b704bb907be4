import type { Application, Context } from '@taproot/core';
import { errors } from '../errors.ts';
import { type HttpTools, mayCall, serveOnHttp } from '../sdk.ts';
import type { Caller } from './call-route.ts';
import { RouteTools } from './route-tools.ts';

const hostOf = (url: string | null): string[] => (url !== null && URL.canParse(url) ? [new URL(url).hostname] : []);

/** The server of tools, in an application that serves. */
export class McpServing {
  readonly tools: RouteTools;
  readonly #http: HttpTools<Caller>;
  readonly #origins: readonly string[];

  /** @throws the errors of `RouteTools` */
  constructor(app: Application) {
    const { app: own, mcp } = app.config;
    this.tools = new RouteTools(app);
    this.#origins = [...mcp.allowed_origins, ...hostOf(own.url)];
    this.#http = serveOnHttp(
      { name: own.name, instructions: mcp.instructions },
      () => this.tools.all,
      (error) => app.report(error, { where: 'mcp', warning: true }),
    );
  }

  /**
   * Answers a request of an agent.
   * @throws E_MCP_ORIGIN for pages of other sites. A page that changes the address behind its name (DNS rebinding) looks like this host, so
   * only known names may call.
   */
  answer(request: globalThis.Request, ctx: Context): Promise<globalThis.Response> {
    if (!mayCall(request.headers.get('origin'), this.#origins)) throw errors.E_MCP_ORIGIN();
    const { origin } = new URL(request.url);
    return this.#http.answer(request, { origin, ip: ctx.request().ip(), headers: request.headers });
  }

  close(): Promise<void> {
    return this.#http.close();
  }
}
