import type { RequestListener } from 'node:http';
import { createEnv } from '@taproot/core/internal';
import { type HttpSettings, httpDefaults } from '../../../plugins/routing/src/config.ts';
import { HttpServer, type HttpServerParts } from '../../../plugins/routing/src/server/http-server.ts';

/** The `http` configuration with its defaults, on any free port. */
export const httpConfig = (overrides: Partial<HttpSettings> = {}): HttpSettings => ({
  ...httpDefaults(createEnv({})),
  port: 0,
  ...overrides,
});

const opened: HttpServer[] = [];

/** Opens a server that `closeServers()` closes after the test. */
export const openServer = async (
  listener: RequestListener,
  overrides: Partial<HttpSettings> = {},
  parts: Partial<HttpServerParts> = {},
) => {
  const reports: unknown[] = [];
  const config = httpConfig(overrides);
  const server = new HttpServer({ listener, config, report: (error) => reports.push(error), ...parts });
  const address = await server.open();
  opened.push(server);
  return { server, reports, port: address.port, address };
};

export const closeServers = async (): Promise<void> => {
  await Promise.all(opened.splice(0).map((server) => server.close(0)));
};
