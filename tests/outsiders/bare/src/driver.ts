import type { ServerResponse } from 'node:http';
import type { Application, Response } from '@taproot/core';
import type { HttpDriver } from '@taproot/core/plugin';
import { RouteSearch, writeResponse } from '@taproot/routing/driver';
import { Bare } from './bare.ts';

const fail = (res: ServerResponse): void => {
  if (res.headersSent) res.destroy();
  else res.writeHead(500, { 'Content-Type': 'text/plain', 'Content-Length': '0' }).end();
};

/** The values that steps gave to headers of several values; a response would replace them. */
const keepLists = (res: ServerResponse, response: Response): void => {
  if (res.headersSent) return;
  for (const field of [res.getHeader('Vary') ?? []].flat()) response.vary(String(field));
  for (const cookie of [res.getHeader('Set-Cookie') ?? []].flat()) response.appendHeader('Set-Cookie', String(cookie));
};

/** The driver `bare`. Every request passes its steps, then the routes; what they answer is written to node:http's response. */
export const bareDriver = (app: Application): HttpDriver => ({
  name: 'bare',
  finder: (routes) => new RouteSearch(routes),
  async listener({ pass, fault }) {
    const bare = new Bare();
    await app.facades.Http().hooks.driver.get('bare')?.promise(bare);
    return (req, res) =>
      bare.run(req, res, (error) => {
        if (error !== undefined) {
          fault(error);
          return fail(res);
        }
        pass(req, res, (response) => {
          keepLists(res, response);
          writeResponse(req, res, response, fault);
        });
      });
  },
});
