import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isLocalRequest, parseDotenv } from '@taproot/core/internal';
import { type BootFault, hearPrimary, tellPrimary } from '@taproot/workers/protocol';
import { PageNews } from './browser/page-news.ts';
import { servePages } from './browser/serve-pages.ts';
import { faultPage } from './fault-page.ts';

/** A variable as the application would read it: from the environment of the process, or from `.env`. */
const variable = (root: string, name: string): string | undefined => {
  const own = process.env[name];
  if (own !== undefined && own !== '') return own;
  try {
    return parseDotenv(readFileSync(join(root, '.env'), 'utf8'))[name] || undefined;
  } catch {
    // The file may be missing, or may be the fault itself.
    return undefined;
  }
};

const answer = (req: IncomingMessage, res: ServerResponse, fault: BootFault, root: string): void => {
  res.statusCode = 503;
  res.setHeader('Cache-Control', 'no-store');
  // The same as an application under `serve --watch`.
  res.setHeader('Connection', 'close');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  const isPage = isLocalRequest(req) && /\btext\/html\b/i.test(req.headers.accept ?? '');
  res.setHeader('Content-Type', `text/${isPage ? 'html' : 'plain'}; charset=utf-8`);
  res.setHeader('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'");
  if (isPage) res.end(faultPage(fault, root));
  else res.end(isLocalRequest(req) ? fault.text : 'The application does not start.\n');
};

/**
 * Serves in place of an application that does not start: every request gets the reason. It listens on `HOST` and
 * `PORT`, because the configuration itself may be wrong. Never resolves: the process ends when an application serves.
 */
export const serveFault = (root: string, first: BootFault): Promise<never> => {
  const port = Number(variable(root, 'PORT') ?? 3000);
  // Without a fixed port, no browser knows the address.
  if (variable(root, 'APP_ENV') === 'production' || port === 0 || !Number.isInteger(port)) process.exit(0);
  let fault = first;
  const news = new PageNews(root);
  servePages(news);
  const server = createServer((req, res) => answer(req, res, fault, root));
  hearPrimary((message) => {
    if (message.taproot === 'standIn') {
      fault = message.fault;
      news.reload();
    }
    if (message.taproot === 'end') {
      news.leave();
      server.close(() => tellPrimary({ taproot: 'leaving' }));
    }
    // Connections that were on their way have gone back by now.
    if (message.taproot === 'left') process.exit(0);
  });
  process.once('disconnect', () => process.exit(0));
  // For example, another program uses the port. The terminal shows the fault anyway.
  server.on('error', () => process.exit(0));
  const host = variable(root, 'HOST') ?? '127.0.0.1';
  tellPrimary({ taproot: 'booted', host, port, secure: false });
  // Node's cluster sends the address in a later listener of this event; the watching process must get it before `ready`.
  server.listen({ host, port }, () => setImmediate(() => tellPrimary({ taproot: 'ready' })));
  return new Promise<never>(() => undefined);
};
