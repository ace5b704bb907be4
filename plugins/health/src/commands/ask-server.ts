import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Application } from '@taproot/core';
import { errors } from '../errors.ts';

/** The server's answer. */
export interface ServerAnswer {
  readonly status: number;
  readonly body: string;
}

/** The address for a server that listens on all addresses. */
const loopbacks: ReadonlyMap<string, string> = new Map([
  ['', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** The longest answer in bytes; reports are shorter. */
const longest = 1024 * 1024;

/** A host name that the server accepts. For `*.example.com`, any name below it. */
const trustedHost = ({ config }: Application): string | null =>
  config.http.trusted_hosts[0]?.replace(/^\*/, 'health') ?? null;

/**
 * Sends a GET request to the running server of this application, which is another process. Takes the address from the configuration.
 *
 * @throws E_HEALTH_PORT, E_HEALTH_UNREACHED
 */
export const askServer = (app: Application, path: string, seconds: number): Promise<ServerAnswer> => {
  const { host, port, tls } = app.config.http;
  if (port === 0) throw errors.E_HEALTH_PORT();
  const secure = tls.cert !== null;
  const address = loopbacks.get(host) ?? host;
  const shown = address.includes(':') ? `[${address}]` : address;
  const url = `${secure ? 'https' : 'http'}://${shown}:${port}${path}`;
  const named = trustedHost(app);
  const options = {
    host: address,
    port,
    path,
    agent: false,
    headers: { Accept: 'application/json', ...(named !== null && { Host: named }) },
    signal: AbortSignal.timeout(seconds * 1000),
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void =>
      reject(
        errors.E_HEALTH_UNREACHED(
          { url, reason: error.name === 'AbortError' ? `nothing within ${seconds} s` : reasonOf(error) },
          { cause: error },
        ),
      );
    // Does not check the certificate: it is for another name than this address, and the request contains nothing secret.
    const request = secure ? httpsRequest({ ...options, rejectUnauthorized: false }) : httpRequest(options);
    request.on('response', (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => (body.length < longest ? (body += text) : request.destroy()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', fail);
    });
    request.on('error', fail);
    request.end();
  });
};

const reasonOf = (error: Error & { readonly code?: string }): string => error.code ?? error.message;
