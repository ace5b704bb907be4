import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { failureOf, inject, replyHeaders, type WireRequest } from '@taproot/routing/in-process';
import { TestResponse } from '../assertions/test-response.ts';
import { errors } from '../errors.ts';

const received = async (
  listener: RequestListener,
  wire: WireRequest,
  answering: (response: ServerResponse) => void,
): Promise<[IncomingMessage, Buffer]> => {
  try {
    const reply = await inject(listener, wire, answering);
    return [reply, await buffer(reply)];
  } catch (error) {
    const { method, target } = wire;
    const reason = error instanceof Error ? error.message : String(error);
    throw errors.E_REPLY_BROKEN({ method, target, reason }, { cause: error });
  }
};

/** Sends a request through the listener and waits for the whole reply; `E_REPLY_BROKEN` when it breaks off. */
export const sendRequest = async (listener: RequestListener, wire: WireRequest): Promise<TestResponse> => {
  const answered: { by?: ServerResponse } = {};
  const [reply, body] = await received(listener, wire, (response) => (answered.by = response));
  return new TestResponse({
    method: wire.method,
    target: wire.target,
    status: reply.statusCode ?? 0,
    statusText: reply.statusMessage ?? '',
    headers: replyHeaders(reply),
    body,
    error: answered.by === undefined ? undefined : failureOf(answered.by),
  });
};
