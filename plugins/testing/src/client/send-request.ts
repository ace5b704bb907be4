import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Actor, actAs, reasonOf } from '@taproot/core/internal';
import { failureOf, inject, replyHeaders, type WireRequest } from '@taproot/routing/in-process';
import { TestResponse } from '../assertions/test-response.ts';
import { errors } from '../errors.ts';

/** Holds Node's response when a request has reached the application. */
interface Answered {
  by?: ServerResponse;
}

export type Sent = Pick<WireRequest, 'method' | 'target'>;

/**
 * Waits for a whole reply.
 * @throws E_REPLY_BROKEN when the reply breaks off
 */
export const receiveReply = async (
  { method, target }: Sent,
  coming: Promise<IncomingMessage>,
  answered: Answered,
): Promise<TestResponse> => {
  try {
    const reply = await coming;
    return new TestResponse({
      method,
      target,
      status: reply.statusCode ?? 0,
      statusText: reply.statusMessage ?? '',
      headers: replyHeaders(reply),
      body: await buffer(reply),
      error: answered.by === undefined ? undefined : failureOf(answered.by),
    });
  } catch (error) {
    const reason = reasonOf(error);
    throw errors.E_REPLY_BROKEN({ method, target, reason }, { cause: error });
  }
};

/** Sends a request through the listener and waits for the whole reply. */
export const sendRequest = (
  listener: RequestListener,
  wire: WireRequest,
  actor: Actor | null,
): Promise<TestResponse> => {
  const answered: Answered = {};
  return receiveReply(wire, openReply(listener, wire, actor, answered), answered);
};

/** Sends a request, and resolves when the headers of the reply have arrived. */
export const openReply = (
  listener: RequestListener,
  wire: WireRequest,
  actor: Actor | null,
  answered: Answered = {},
): Promise<IncomingMessage> =>
  inject(listener, wire, (response) => {
    answered.by = response;
    if (actor !== null) actAs(response.req, actor);
  });
