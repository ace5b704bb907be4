import { Readable } from 'node:stream';
import type { Response } from '@taproot/core';
import {
  abandon,
  breakOff,
  checkStatus,
  contentLength,
  endPolitely,
  type Fault,
  isLeft,
  sentBody,
} from '@taproot/routing/driver';
import type { FastifyReply } from 'fastify';

/**
 * Sends one of our responses through Fastify's reply, so that `onSend` hooks can change it. Without such hooks the
 * bytes are the same as from `writeResponse`.
 */
export const sendThroughFastify = (reply: FastifyReply, response: Response, fault: Fault): void => {
  try {
    send(reply, response, fault);
  } catch (error) {
    fault(error);
    void reply.hijack();
    abandon(reply.raw, response);
  }
};

const send = (reply: FastifyReply, response: Response, fault: Fault): void => {
  const { raw, request } = reply;
  const { body } = response;
  if (raw.headersSent || raw.destroyed) {
    // The handler has written the response itself, or the client has left.
    void reply.hijack();
    breakOff(raw, response);
    return;
  }
  if (!request.raw.complete) endPolitely(request.raw, raw);
  checkStatus(response.status);
  // Does not use code(), which refuses some statuses that Node allows.
  raw.statusCode = response.status;
  for (const [name, value] of response.headers()) {
    const present = /^vary$/i.test(name) ? reply.getHeader(name) : undefined;
    // Keeps values that Fastify hooks have set. Fastify itself appends cookies.
    if (present !== undefined) void reply.header(name, [present, value].flat().join(', '));
    else void reply.header(name, typeof value === 'string' ? value : [...value]);
  }
  // Fastify counts text and bytes itself, because its hooks may still change them.
  const length = isWhole(body) && request.method !== 'HEAD' ? undefined : contentLength(request.method, response);
  if (length === undefined) void reply.removeHeader('content-length');
  else void reply.header('content-length', length);
  void reply.send(payload(reply, response, fault));
};

const isWhole = (body: unknown): body is string | Uint8Array => typeof body === 'string' || body instanceof Uint8Array;

const payload = (reply: FastifyReply, response: Response, fault: Fault): unknown => {
  const sent = sentBody(reply.request.method, response);
  if (sent === null || sent === '') return undefined;
  if (isWhole(sent)) return typed(reply, sent);
  return streamed(reply, sent, fault);
};

/** For text, Fastify would add a missing type, and a charset to JSON. For bytes and streams it adds neither. */
const typed = (reply: FastifyReply, body: string | Uint8Array): string | Uint8Array | Readable => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const type = reply.getHeader('content-type');
  if (type !== undefined) return /json/i.test(String(type)) && !/charset=/i.test(String(type)) ? bytes : body;
  void reply.header('content-length', bytes.byteLength);
  return Readable.from([bytes]);
};

/** A stream that fails ends the connection, so that the client sees that the body is incomplete. */
const streamed = (reply: FastifyReply, stream: Readable, fault: Fault): Readable => {
  stream.once('error', (error) => {
    if (!isLeft(reply.raw, error)) fault(error, reply.raw.req);
    reply.raw.destroy();
  });
  return stream;
};
