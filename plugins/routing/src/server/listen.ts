import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isIPv4, isIPv6 } from 'node:net';
import { hasCode } from '@taproot/core';
import type { HttpSettings } from '../config.ts';
import { errors } from '../errors.ts';

/** The address of a server. */
export interface ServerAddress {
  /** As configured. */
  readonly host: string;
  /** The actual port, also when 0 (any free port) is configured. */
  readonly port: number;
  /** An address to open in a browser; a server on all interfaces is shown as `localhost`. */
  readonly url: string;
}

const everywhere = new Set(['', '0.0.0.0', '::']);

const bracketed = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

const explain = (error: unknown, { host, port }: HttpSettings): unknown => {
  const address = `${bracketed(host)}:${port}`;
  // Port 0 means any free one.
  if (hasCode(error, 'EADDRINUSE') && port === 0) return errors.E_PORT_NONE_FREE({ address }, { cause: error });
  if (hasCode(error, 'EADDRINUSE')) return errors.E_PORT_IN_USE({ address }, { cause: error });
  if (hasCode(error, 'EACCES')) return errors.E_PORT_FORBIDDEN({ address }, { cause: error });
  if (hasCode(error, 'ERR_SOCKET_BAD_PORT')) return errors.E_PORT_INVALID({ address }, { cause: error });
  if (hasCode(error, 'ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EINVAL'))
    return errors.E_HOST_UNKNOWN({ address }, { cause: error });
  return error;
};

const bind = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** Numbers that are not an IPv4 address. The system reads `0.0.0` as `0.0.0.0` and `2130706433` as `127.0.0.1`. */
const isShortened = (host: string): boolean => /^(?:[\d.]+|0x[\da-f.x]+)$/i.test(host) && !isIPv4(host);

/** Listens on `http.host` and `http.port`. Failures are errors that name both. */
export const listen = async (server: Server, config: HttpSettings): Promise<ServerAddress> => {
  if (isShortened(config.host)) throw errors.E_HOST_UNKNOWN({ address: `${config.host}:${config.port}` });
  try {
    await bind(server, config.host, config.port);
  } catch (error) {
    throw explain(error, config);
  }
  // A server on a port has an AddressInfo; only pipes have other types.
  const { port } = server.address() as AddressInfo;
  const scheme = config.tls.cert === null ? 'http' : 'https';
  const shown = everywhere.has(config.host) ? 'localhost' : bracketed(config.host);
  return { host: config.host, port, url: `${scheme}://${shown}:${port}` };
};
