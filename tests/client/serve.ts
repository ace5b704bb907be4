import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Application } from '@taproot/core';
import type { Http } from '@taproot/routing';

/** Serves an application on a free port. */
export const serve = async (app: Application): Promise<{ readonly server: Server; readonly url: string }> => {
  const { listener }: Http = app.facades.Http();
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};
