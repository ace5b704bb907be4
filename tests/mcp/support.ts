import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Application, type Config, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin, type Options } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { koa } from '@taproot/koa';
import { mcp } from '@taproot/mcp';
import { openapi } from '@taproot/openapi';
import { type RootRouter, routing } from '@taproot/routing';

/** What a test wants of its application. */
export interface Wanted {
  readonly driver?: string;
  readonly env?: string;
  readonly routes: (route: RootRouter) => void;
  /** The paths of the OpenAPI document; null for no document. */
  readonly paths: object | null;
  readonly components?: object;
  readonly mcp?: Options<'mcp'>;
  readonly plugins?: readonly AnyPlugin[];
  readonly config?: Config;
  /** The handle that `routes` uses. */
  readonly handle?: Parameters<typeof setup>[0];
}

/** An application that serves tools. */
export interface ServedTools {
  readonly app: Application;
  readonly url: string;
  readonly reports: (Error & { readonly code?: string })[];
  readonly notices: string[];
  readonly file: string;
  /** A client of the SDK that is connected with these headers. */
  readonly client: (headers?: Readonly<Record<string, string>>) => Promise<Client>;
}

/** The text of an OpenAPI document. */
export const documentOf = (paths: object, components: object = {}): string =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Garden', version: '1' }, paths, components });

/** Serves tools, and closes the application and all clients after `work`. */
export const withTools = async (wanted: Wanted, work: (served: ServedTools) => Promise<void>): Promise<void> => {
  const {
    driver = 'koa',
    env = 'testing',
    routes,
    paths,
    components,
    plugins = [],
    config = {},
    handle = null,
  } = wanted;
  const basePath = mkdtempSync(join(tmpdir(), 'taproot-mcp-'));
  const file = join(basePath, 'api/openapi.json');
  mkdirSync(join(basePath, 'api'));
  if (paths !== null) writeFileSync(file, documentOf(paths, components));
  const reports: ServedTools['reports'] = [];
  const notices: string[] = [];
  const heard = definePlugin({
    name: 'heard',
    provides: { notice: () => (message) => void notices.push(message) },
    apply: (app) =>
      app.hooks.report.tap({ name: 'heard', before: 'console' }, (error) => void reports.push(error as Error)),
  });
  const clients: Client[] = [];
  let app: Application | null = null;
  try {
    app = await setup(handle, { basePath, env: { APP_ENV: env, APP_NAME: 'Garden', APP_KEY: 'k'.repeat(32) } })
      .withPlugins([heard, routing(), koa(), fastify(), openapi(), ...plugins, mcp(wanted.mcp)])
      .withConfig({ ...config, http: { driver, port: 0 } })
      .withRouting(routes)
      .create();
    await app.open();
    const url = new URL('/mcp', app.facades.Http().address?.url);
    const client = async (headers: Readonly<Record<string, string>> = {}): Promise<Client> => {
      const made = new Client({ name: 'test', version: '1' });
      clients.push(made);
      await made.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...headers } } }));
      return made;
    };
    await work({ app, url: url.href, reports, notices, file, client });
  } finally {
    for (const one of clients) await one.close();
    await app?.close();
    rmSync(basePath, { recursive: true });
  }
};

/** The text of a tool's answer, and whether the call failed. */
export const call = async (client: Client, name: string, given: Readonly<Record<string, unknown>> = {}) => {
  const { content, isError } = await client.callTool({ name, arguments: { ...given } });
  const text = content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');
  return { text, failed: isError === true };
};
