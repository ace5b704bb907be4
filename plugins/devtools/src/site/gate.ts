import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLocalRequest } from '@taproot/core/internal';
import { home } from '../home.ts';

const isAtHome = (target: string): boolean => /^\/_taproot(?:[/?]|$)/.test(target);

/** Whether a request is for our pages. All others go to the application. */
export const isOurs = (req: IncomingMessage): boolean => isAtHome(req.url ?? '') && isLocalRequest(req);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The right of a visitor: `in` sees the pages, `cookie` gets the cookie first, `out` sees nothing. */
export type Admission = 'in' | 'cookie' | 'out';

/**
 * Lets in clients with the token. A reverse proxy on this machine looks like a browser on this machine, so address and host do not prove
 * who sends a request.
 */
export class Gate {
  readonly #token: Buffer;
  /**
   * The `Set-Cookie` header with the token. The name of the cookie contains a hash of the token, because browsers send
   * cookies to every port of a host.
   */
  readonly cookie: string;
  readonly #cookieStart: string;

  constructor(token: string) {
    this.#token = digest(token);
    this.#cookieStart = `taproot_devtools_${this.#token.toString('hex').slice(0, 8)}=`;
    this.cookie = `${this.#cookieStart}${token}; Path=${home}; HttpOnly; SameSite=Strict`;
  }

  admit(req: IncomingMessage): Admission {
    const { cookie = '', authorization = '' } = req.headers;
    const kept = cookie.split('; ').find((pair) => pair.startsWith(this.#cookieStart));
    if (this.#is(kept?.slice(this.#cookieStart.length)) || this.#is(/^Bearer (\S+)$/.exec(authorization)?.[1]))
      return 'in';
    const given = new URLSearchParams(req.url?.split('?')[1]).get('token');
    return req.method === 'GET' && this.#is(given ?? undefined) ? 'cookie' : 'out';
  }

  #is(given: string | undefined): boolean {
    return given !== undefined && timingSafeEqual(digest(given), this.#token);
  }
}
