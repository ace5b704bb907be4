import type { IncomingMessage } from 'node:http';
import type { FrameworkError } from '@taproot/core';
import type { HttpConfig } from '../config.ts';
import { errors } from '../errors.ts';
import { createHostReader } from './forwarded.ts';
import { createHostTrust, isHost } from './host.ts';

// TRACE would echo cookies and credentials (RFC 9110 9.3.8): no address answers it, and a 405 must name what it would.
const allow = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const refuseTrace = () => errors.E_METHOD_NOT_ALLOWED({ method: 'TRACE', allow }, { headers: { Allow: allow } });

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

/** What is wrong with the host (RFC 9112 3.2), or null. */
const hostFault = (req: IncomingMessage, host: string): string | null => {
  if (host === '') return req.httpVersion === '1.0' ? null : 'there is none';
  return isHost(host) ? null : 'it is no host name or address with an optional port';
};

// RFC 9112 6.1. Node takes any list that ends in `chunked` and hands on the body still coded.
const codingFault = ({ headers }: IncomingMessage): FrameworkError | null => {
  const coding = headers['transfer-encoding'];
  if (coding === undefined || /^[ \t]*chunked[ \t]*$/i.test(coding)) return null;
  return errors.E_TRANSFER_CODING({ coding: JSON.stringify(coding.slice(0, 100)) });
};

const authority = /^https?:\/\/([^/?#]*)/i;

// RFC 9112 3.2.2: an absolute target must name the same host, or one reader believes the one and the next the other.
const namesOtherHost = (target: string, host: string): boolean => {
  const match = authority.exec(target);
  return match !== null && match[1]?.toLowerCase() !== host.toLowerCase();
};

/**
 * Makes the check every request passes before routing: its size, its host, its transfer coding, and TRACE. It answers the error to reply
 * with, or null; a good request costs a walk over its header names and no allocation.
 */
export const createRequestCheck = (config: HttpConfig): ((req: IncomingMessage) => FrameworkError | null) => {
  const { url_limit, headers_limit, trusted_hosts, trusted_proxies } = config;
  const { count, bytes } = headers_limit;
  const trusts = createHostTrust(trusted_hosts);
  const hostOf = createHostReader(trusted_proxies);
  // Nearly all requests name the same host.
  let known = '';
  return (req) => {
    const { url = '/', rawHeaders } = req;
    if (url.length > url_limit) return errors.E_URL_TOO_LONG({ limit: url_limit });
    if (rawHeaders.length > count * 2) return errors.E_HEADERS_TOO_LARGE({ count, bytes });
    const host = soleHost(rawHeaders);
    if (host === null) return errors.E_HOST_INVALID({ reason: 'there are several' });
    if (host !== known || host === '') {
      const reason = hostFault(req, host);
      if (reason !== null) return errors.E_HOST_INVALID({ reason });
      known = host;
    }
    if (url.charCodeAt(0) !== 47 && namesOtherHost(url, host))
      return errors.E_HOST_INVALID({ reason: 'the request target names another host' });
    if (trusts !== null && !trusts(hostOf(req))) return errors.E_HOST_UNTRUSTED({ host: hostOf(req) });
    return req.method === 'TRACE' ? refuseTrace() : codingFault(req);
  };
};
