import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type FrameworkError, hasCode } from '@taproot/core';
import type { HttpSettings } from '../config.ts';
import { errors } from '../errors.ts';
import type { Connections } from './connections.ts';
import { hangUp, hasTaken } from './end-politely.ts';

/** A complete response for a connection without a valid request. */
const reply = ({ status, code, message }: FrameworkError): string => {
  const body = JSON.stringify({ message, code });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
};

/** Whether the invalid bytes arrived together with a body that was answered: the client sent more body than it announced. */
const isRestOfBody = (error: Error, { req, writableFinished }: ServerResponse): boolean =>
  writableFinished &&
  hasTaken(req) &&
  'bytesParsed' in error &&
  Number(error.bytesParsed) > Number(req.headers['content-length']);

/** Answers bytes that the HTTP parser refuses, once for each connection. It reports nothing, because anyone can send garbage. */
export class WireFaults {
  readonly #connections: Connections;
  readonly #config: HttpSettings;
  readonly #answered: (error: FrameworkError, bytes: number) => void;
  readonly #faulty = new WeakSet<Duplex>();

  /** Calls `answered` with each error that was answered, and the number of bytes of the reply. */
  constructor(
    connections: Connections,
    config: HttpSettings,
    answered: (error: FrameworkError, bytes: number) => void,
  ) {
    this.#connections = connections;
    this.#config = config;
    this.#answered = answered;
  }

  /** The server's `clientError` listener. */
  readonly answer = (error: Error, socket: Duplex): void => {
    // The parser reports the same error for every further chunk.
    if (this.#faulty.has(socket)) return;
    this.#faulty.add(socket);
    if (socket.destroyed || !socket.writable) socket.destroy();
    else this.#answerOnce(error, socket);
  };

  #answerOnce(error: Error, socket: Duplex): void {
    const latest = this.#connections.latest(socket);
    if (latest !== null && isRestOfBody(error, latest)) return hangUp(socket);
    const response = this.#connections.inFlight(socket);
    if (response?.req.complete) {
      // The malformed bytes follow a complete request. That request is still answered; the bytes are not.
      response.shouldKeepAlive = false;
      response.once('close', () => hangUp(socket));
    } else if (response?.headersSent) {
      socket.destroy();
    } else if (hasCode(error, 'ERR_HTTP_REQUEST_TIMEOUT')) {
      // A client that was too slow gets no more time. It has no unread bytes, so nothing resets the reply.
      socket.end(this.#reply(error), () => socket.destroy());
    } else hangUp(socket, this.#reply(error));
  }

  #reply(error: Error): string {
    const described = this.#describe(error);
    const text = reply(described);
    this.#answered(described, Buffer.byteLength(text));
    return text;
  }

  #describe(error: Error): FrameworkError {
    if (hasCode(error, 'HPE_HEADER_OVERFLOW')) return errors.E_HEADERS_TOO_LARGE(this.#config.max_headers);
    if (hasCode(error, 'ERR_HTTP_REQUEST_TIMEOUT'))
      return errors.E_HEADERS_TIMEOUT({ seconds: this.#config.headers_timeout });
    return errors.E_REQUEST_MALFORMED({ cause: error });
  }
}
