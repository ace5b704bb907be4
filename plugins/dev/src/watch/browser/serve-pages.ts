import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isLocalRequest } from '@taproot/core/internal';
import { addScript } from './add-script.ts';
import type { PageNews } from './page-news.ts';
import { newsPath, pageScript, scriptPath } from './page-script.ts';

type Emit = (event: string | symbol, ...args: unknown[]) => boolean;

/** Whether a browser asks for a whole page, and not for a part of one. Pages of devtools reload by themselves. */
const asksForPage = ({ method, headers, url = '' }: IncomingMessage): boolean =>
  method === 'GET' && /\btext\/html\b/i.test(headers.accept ?? '') && !/^\/_taproot(?:[/?]|$)/.test(url);

const answer = (url: string, res: ServerResponse, news: PageNews): boolean => {
  const [path] = url.split('?');
  if (path === newsPath) news.open(res);
  else if (path === scriptPath)
    res
      .writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store' })
      .end(pageScript);
  else return false;
  return true;
};

const attach = (server: Server, news: PageNews): void => {
  const original = Reflect.get(server, 'emit') as Emit;
  const emit: Emit = (event, ...args) => {
    if (event === 'request') {
      const [req, res] = args as [IncomingMessage, ServerResponse];
      if (isLocalRequest(req)) {
        if (req.method === 'GET' && answer(req.url ?? '', res, news)) return true;
        if (asksForPage(req)) addScript(req, res, news.state);
      }
    }
    return Reflect.apply(original, server, [event, ...args]);
  };
  Object.defineProperty(server, 'emit', { value: emit, configurable: true, writable: true });
};

/**
 * Makes the pages of this process reload, and show why a change does not start. These requests never reach the application. Only requests
 * from this machine get answers and the script.
 */
export const servePages = (news: PageNews): void => {
  const attached = new WeakSet<Server>();
  // Node publishes this before the server's own `request` event.
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { readonly server: Server };
    if (attached.has(server)) return;
    attached.add(server);
    attach(server, news);
  });
};
