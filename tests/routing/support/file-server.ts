import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { type Context, FrameworkError, type Handler, type Response } from '@taproot/core';
import { canonicalPath } from '../../../plugins/routing/src/pattern/canonical-path.ts';
import { socketContext } from './socket-context.ts';

/** What a raw client read until the connection ended. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Whether the body has the length that was announced. */
  complete: boolean;
}

const write = (res: ServerResponse, response: Response, method: string | undefined): void => {
  for (const [name, value] of response.headers()) res.setHeader(name, value);
  if (response.body === null && method !== 'HEAD') res.setHeader('Content-Length', 0);
  res.writeHead(response.status);
  if (method !== 'HEAD' && response.body instanceof Readable)
    pipeline(response.body, res, (error) => error && res.destroy());
  else res.end(typeof response.body === 'string' ? response.body : '');
};

const respond = async (ctx: Context, handler: Handler, res: ServerResponse, method?: string): Promise<void> => {
  try {
    const response = await handler(ctx);
    if (response) write(res, response as Response, method);
    else res.end();
  } catch (error) {
    const status = error instanceof FrameworkError ? error.status : 500;
    res.writeHead(status, error instanceof FrameworkError ? error.headers : {}).end(String(error));
  }
};

// The wildcard of a route, as drivers decode it: `%2F` stays.
const wildcard = (path: string): string =>
  path
    .split('/')
    .map((segment) => decodeURIComponent(segment.replaceAll('%2F', '%252F')))
    .join('/');

/** Serves a handler as the route `GET /static/{path*}` over a real socket. */
export const serveFiles = async (handler: Handler) => {
  const listener = (req: IncomingMessage, res: ServerResponse): void => {
    let path: string;
    try {
      path = canonicalPath(req.url ?? '/');
    } catch (error) {
      res.writeHead(error instanceof FrameworkError ? error.status : 500).end();
      return;
    }
    const inside = path === '/static' || path.startsWith('/static/');
    const params = { path: wildcard(path.slice('/static/'.length)) };
    if (inside) void respond(socketContext({ req, res, params, path }), handler, res, req.method);
    else res.writeHead(404).end();
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    get: (target: string, headers: Record<string, string> = {}, method = 'GET') => ask(port, method, target, headers),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** Sends one request whose target is not touched, and reads until the connection ends. */
const ask = (port: number, method: string, target: string, headers: Record<string, string>): Promise<Reply> =>
  new Promise((resolve) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`${method} ${target} HTTP/1.1`, 'Host: a.test', 'Connection: close', ...lines, '', ''].join('\r\n');
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(head, 'latin1'));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(parseReply(Buffer.concat(chunks).toString('latin1'), method)));
  });

const parseReply = (text: string, method: string): Reply => {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = text.slice(end + 4);
  const announced = headers['content-length'];
  const complete = method === 'HEAD' || announced === undefined || Number(announced) === body.length;
  return { status: Number(statusLine.split(' ')[1]), headers, body, complete };
};
