import type { ServerResponse } from 'node:http';

/** Headers of every response of these pages. No other site may read, frame or embed it, and no cache may keep it. */
const guarded = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

/** Sends a whole response. */
export const send = (res: ServerResponse, status: number, type: string, body: string): void => {
  res.writeHead(status, { ...guarded, 'Content-Type': `${type}; charset=utf-8` }).end(body);
};

/** Sends the HTML of a mail, for a frame of our pages: it runs no script, and loads nothing. */
export const sendFramed = (res: ServerResponse, html: string): void => {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox";
  const headers = { ...guarded, 'Content-Security-Policy': policy, 'Content-Type': 'text/html; charset=utf-8' };
  res.writeHead(200, headers).end(html);
};

/** Sends the browser to another page. */
export const redirect = (res: ServerResponse, location: string, cookie?: string): void => {
  res
    .writeHead(303, { ...guarded, Location: location, ...(cookie === undefined ? {} : { 'Set-Cookie': cookie }) })
    .end();
};

/** Begins a stream of events. */
export const openEvents = (res: ServerResponse): void => {
  res.writeHead(200, { ...guarded, 'Content-Type': 'text/event-stream; charset=utf-8' });
  res.write(': open\n\n');
};
