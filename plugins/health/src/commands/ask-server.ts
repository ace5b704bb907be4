import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Application } from '@taproot/core';
import { errors } from '../errors.ts';

/** The server's answer. */
export interface ServerAnswer {
  readonly status: number;
  readonly body: string;
}

/** Where this machine reaches a server that listens on all addresses. */
const loopbacks: ReadonlyMap<string, string> = new Map([
  ['', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** More than any report has. */
const longest = 1024 * 1024;

/** A host that the server answers: of `*.example.com` any will do. */
const trustedHost = ({ config }: Application): string | null =>
  config.http.trusted_hosts[0]?.replace(/^\*/, 'health') ?? null;

/**
 * Sends GET to the server of this application, which another process runs, at the address in the configuration.
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
    // The certificate is for the name that clients use, not for this address; nothing secret is sent.
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
