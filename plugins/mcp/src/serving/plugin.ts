import cluster from 'node:cluster';
import { inspect } from 'node:util';
import type { Application, Context } from '@taproot/core';
import { definePlugin, type Options } from '@taproot/core/plugin';
import type { Http, RootRouter } from '@taproot/routing';
import { errors } from '../errors.ts';
import { mcpDefaults } from './config.ts';
import type { McpServing } from './serving.ts';

const checkConfig = ({ config: { mcp } }: Application): void => {
  const expect = (holds: boolean, key: keyof typeof mcp, expected: string): void => {
    if (!holds) throw errors.E_MCP_SETTING({ setting: `mcp.${key}`, value: inspect(mcp[key]), expected });
  };
  expect(/^\/[^{}]*$/.test(mcp.path), 'path', 'a path that begins with "/" and has no parameters');
  expect(Number.isSafeInteger(mcp.max_output) && mcp.max_output > 0, 'max_output', 'a whole number, more than 0');
  expect((mcp.max_tokens ?? 1) > 0, 'max_tokens', 'a number, more than 0');
};

/**
 * A server of tools for agents, by the Model Context Protocol: routes with `.meta({ mcp: true })` are its tools. Agents call it at `/mcp` by
 * streamable HTTP. A call goes through all middleware of the route. Names, descriptions and schemas come from the OpenAPI document. Settings
 * are in config/mcp.ts. Needs routing and openapi.
 * `options` are settings of that file, and win over it.
 * Take it from `@taproot/mcp`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([routing(), openapi(), mcp({ path: '/mcp' })])
 */
export const mcp = (options?: Options<'mcp'>) =>
  definePlugin({
    name: 'mcp',
    requires: ['routing'],
    after: ['openapi'],
    config: { mcp: mcpDefaults },
    options: { mcp: options },
    apply(app) {
      checkConfig(app);
      const http: Http = app.facades.Http();
      let running: McpServing | null = null;
      // Loads the SDK only in a server, because console commands answer no requests.
      const serve = async (): Promise<McpServing> => {
        const { McpServing } = await import('./serving.ts');
        return (running ??= new McpServing(app));
      };
      app.hooks.boot.tap('mcp', () => {
        const { path, middleware } = app.config.mcp;
        const router: RootRouter = app.facades.Route();
        const scope = middleware === null ? router : router.middleware(...middleware());
        scope.mount(path, async (request: globalThis.Request, ctx: Context) => (await serve()).answer(request, ctx));
      });
      app.hooks.start.tapPromise('mcp', async () => void (await serve()));
      http.hooks.listening.tap('mcp', ({ url }) => {
        const notice = app.provided('notice') ?? ((message: string) => void process.stdout.write(`${message}\n`));
        // Only the first worker says it.
        if (running === null || app.config.app.env === 'testing' || (cluster.worker?.id ?? 1) !== 1) return;
        const { all, tokens } = running.tools;
        if (all.length === 0) return;
        notice(`MCP: ${all.length} tools, about ${tokens} tokens, at ${url}${app.config.mcp.path}`);
      });
      app.hooks.shutdown.tapPromise('mcp', async () => running?.close());
    },
  });
