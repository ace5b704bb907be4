import type { IncomingMessage } from 'node:http';
import type { FrameworkError } from '@taproot/core';
import type { HttpSettings } from '../config.ts';
import { errors } from '../errors.ts';
import { createHostReader } from '../server/forwarded.ts';
import { createHostTrust, isHost } from '../server/host.ts';

/** The methods that routes may have, as `Allow` lists them. */
export const allow = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

const SLASH = 47;

/** Value of the one Host header: empty when there is none, null when there are several. */
const soleHost = (rawHeaders: readonly string[]): string | null => {
  let host: string | null = null;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name === undefined || name.length !== 4) continue;
    if (name !== 'Host' && name !== 'host' && name.toLowerCase() !== 'host') continue;
    if (host !== null) return null;
    host = rawHeaders[at + 1] ?? '';
  }
  return host ?? '';
};

/** Why the host is invalid (RFC 9112 3.2); null for a valid one. */
const hostFault = (req: IncomingMessage, host: string): string | null => {
  if (host === '') return req.httpVersion === '1.0' ? null : 'there is none';
  return isHost(host) ? null : 'it is no host name or address with an optional port';
};

// RFC 9112 6.1. Node accepts any list that ends in `chunked`, and passes on the body without decoding it.
const codingFault = ({ headers }: IncomingMessage): FrameworkError | null => {
  const coding = headers['transfer-encoding'];
  if (coding === undefined || /^[ \t]*chunked[ \t]*$/i.test(coding)) return null;
  return errors.E_TRANSFER_CODING({ coding: JSON.stringify(coding.slice(0, 100)) });
};

const authority = /^https?:\/\/([^/?#]*)/i;

// RFC 9112 3.2.2: an absolute target must name the same host as the header, because different programs would otherwise use different hosts.
const namesOtherHost = (target: string, host: string): boolean => {
  const match = authority.exec(target);
  return match !== null && match[1]?.toLowerCase() !== host.toLowerCase();
};

const methods: ReadonlySet<string> = new Set(allow.split(', '));

/** The error for a method that no route has; null for the methods of routes. */
export const methodFault = ({ method = '' }: IncomingMessage): FrameworkError | null => {
  if (methods.has(method)) return null;
  // TRACE would echo cookies and credentials (RFC 9110 9.3.8), so no address supports it. The 405 lists the methods that exist.
  if (method === 'TRACE') return errors.E_METHOD_NOT_ALLOWED({ method, allow }, { headers: { Allow: allow } });
  return errors.E_METHOD_UNKNOWN({ method });
};

/**
 * Refuses malformed and too large requests. A good request costs one pass over its header names and no allocation.
 */
export class Admission {
  readonly #config: HttpSettings;
  readonly #trusts: ((host: string) => boolean) | null;
  readonly #hostOf: (req: IncomingMessage) => string;
  // Nearly all requests name the same host, so the last valid one is remembered.
  #known = '';

  readonly #more: ReadonlySet<string>;

  /**
   * `more`: further methods, which mounts answer.
   * @throws E_TRUSTED_HOST for a pattern of `http.trusted_hosts` that could never match
   */
  constructor(config: HttpSettings, more: ReadonlySet<string> = new Set()) {
    this.#config = config;
    this.#more = more;
    this.#trusts = createHostTrust(config.trusted_hosts);
    this.#hostOf = createHostReader(config.trusted_proxies);
  }

  /** The error of a request whose size, host, transfer coding or method is refused; null for a good one. */
  fault(req: IncomingMessage): FrameworkError | null {
    const { max_url, max_headers } = this.#config;
    const { url = '/', rawHeaders } = req;
    if (url.length > max_url) return errors.E_URL_TOO_LONG({ limit: max_url });
    if (rawHeaders.length > max_headers.count * 2) return errors.E_HEADERS_TOO_LARGE(max_headers);
    return this.#hostFault(req, url, soleHost(rawHeaders)) ?? codingFault(req) ?? this.#methodFault(req);
  }

  #methodFault(req: IncomingMessage): FrameworkError | null {
    const fault = methodFault(req);
    return fault !== null && this.#more.has(req.method ?? '') ? null : fault;
  }

  #hostFault(req: IncomingMessage, url: string, host: string | null): FrameworkError | null {
    if (host === null) return errors.E_HOST_INVALID({ reason: 'there are several' });
    if (host !== this.#known || host === '') {
      const reason = hostFault(req, host);
      if (reason !== null) return errors.E_HOST_INVALID({ reason });
      this.#known = host;
    }
    if (url.charCodeAt(0) !== SLASH && namesOtherHost(url, host))
      return errors.E_HOST_INVALID({ reason: 'the request target names another host' });
    const named = this.#trusts === null ? '' : this.#hostOf(req);
    return this.#trusts === null || this.#trusts(named) ? null : errors.E_HOST_UNTRUSTED({ host: named });
  }
}
