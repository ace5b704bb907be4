import type { Application } from '@taproot/core';
import type { RouteInfo } from '@taproot/core/plugin';
import type { RootRouter } from '@taproot/routing';
import { errors } from '../errors.ts';
import { type Tool, tokensOf } from '../tool.ts';
import { type Caller, callRoute, type Dispatch } from './call-route.ts';
import { changedAt, readDocument } from './document.ts';
import { checkName, readTool } from './read-tool.ts';

/** The routes of an application that are tools. */
export class RouteTools {
  readonly #app: Application;
  readonly #dispatch: Dispatch;
  readonly #file: string;
  readonly #routes: readonly RouteInfo[];
  #tools: readonly Tool<Caller>[] = [];
  #changed = -1;

  /**
   * Reads the tools. In production a route that cannot be a tool stops the start. Otherwise it is reported and left out, and a new document
   * is read when it is there.
   * @throws E_MCP_DOCUMENT, E_MCP_UNDESCRIBED, E_MCP_BODY, E_MCP_NAME
   */
  constructor(app: Application) {
    const router: RootRouter = app.facades.Route();
    const { forwarded_headers: forwarded, max_output: maxOutput } = app.config.mcp;
    this.#app = app;
    this.#dispatch = { router, forwarded: forwarded.map((name) => name.toLowerCase()), maxOutput };
    this.#routes = router.getRoutes().filter(({ meta }) => meta.mcp !== undefined && meta.mcp !== false);
    const [file] = app.provided('apiDocuments') ?? [];
    if (file === undefined && this.#routes.length > 0)
      throw errors.E_MCP_DOCUMENT({ reason: 'the plugin openapi() is missing' });
    this.#file = file ?? '';
    this.#read();
    this.#checkBudget();
  }

  get all(): readonly Tool<Caller>[] {
    if (!this.#app.isProduction && changedAt(this.#file) !== this.#changed) this.#read();
    return this.#tools;
  }

  /** The tokens that the list of tools takes, estimated. */
  get tokens(): number {
    return tokensOf(this.#tools);
  }

  #read(): void {
    this.#changed = changedAt(this.#file);
    if (this.#routes.length === 0) return;
    const tools: Tool<Caller>[] = [];
    this.#attempt(() => {
      const document = readDocument(this.#file);
      const taken = new Map<string, RouteInfo>();
      for (const route of this.#routes)
        this.#attempt(() => {
          const tool = readTool(route, document);
          checkName(route, tool, taken);
          taken.set(tool.name, route);
          tools.push({
            ...tool,
            run: (given, { caller, signal }) => callRoute(tool, given, caller, signal, this.#dispatch),
          });
        });
    });
    this.#tools = tools;
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (this.#app.isProduction) throw error;
      this.#app.report(error, { where: 'mcp', warning: true });
    }
  }

  #checkBudget(): void {
    const { max_tokens: limit, path } = this.#app.config.mcp;
    const { tokens } = this;
    if (limit === null || tokens <= limit) return;
    const facts = { count: String(this.#tools.length), path, tokens: String(tokens), limit: String(limit) };
    this.#app.report(errors.E_MCP_BUDGET(facts), { where: 'mcp', warning: true });
  }
}
