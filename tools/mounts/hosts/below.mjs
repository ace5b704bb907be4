// The application below a path of a server of Node, also that of Bun and Deno.
import { createServer } from 'node:http';

/** Removes the prefix from the address, as Express does; null for another address. */
const below = (prefix, req) => {
  if (!/^(?:[/?]|$)/.test(req.url.slice(prefix.length)) || !req.url.startsWith(prefix)) return null;
  const url = req.url.slice(prefix.length);
  return Object.assign(req, { originalUrl: req.url, url: url.startsWith('/') ? url : `/${url}` });
};

export const requestsBelow = (prefix, app) => (req, res) => {
  const mine = below(prefix, req);
  if (mine === null) res.writeHead(404).end();
  else app.facades.Http().listener(mine, res);
};

export const upgradesBelow = (prefix, app) => (req, socket, head) => {
  const mine = below(prefix, req);
  if (mine === null) socket.destroy();
  else app.facades.Http().upgradeListener(mine, socket, head);
};

/** Listens on a free port, with the upgrades of the application. */
export const listen = async (app, listener) => {
  const server = createServer(listener).on('upgrade', upgradesBelow('/api', app));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
};
