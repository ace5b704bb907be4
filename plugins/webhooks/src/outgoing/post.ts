import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { errors } from '../errors.ts';
import { endpointUrl, guardedLookup, type Resolve } from './guard.ts';

/** A request to an endpoint. */
export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Seconds until the answer must have begun. */
  readonly timeout: number;
  readonly allowHosts: readonly string[];
  readonly resolve: Resolve;
  /** Certificates in PEM that are trusted; those of Node if left out. */
  readonly ca?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The answer of an endpoint. */
export interface PostReply {
  readonly status: number;
  /** Seconds of `Retry-After`; null without one. */
  readonly retryAfter: number | null;
}

/** Bytes of the head of an answer. */
const headBytes = 16 * 1024;

/**
 * Sends a request to an endpoint, over a connection of its own. The status counts; the body of the answer is not read, so it cannot be too
 * long or too slow. Redirects are not followed.
 * @throws E_WEBHOOK_URL, E_WEBHOOK_PRIVATE, E_WEBHOOK_TIMEOUT, E_WEBHOOK_UNREACHABLE
 */
export const post = async (address: string, options: PostOptions): Promise<PostReply> => {
  const { headers, body, timeout, allowHosts, resolve, ca, signal: outer } = options;
  // Again: the settings may have changed since the endpoint was registered.
  const url = endpointUrl(address, allowHosts);
  const controller = new AbortController();
  const late = errors.E_WEBHOOK_TIMEOUT({ seconds: timeout });
  const timer = setTimeout(() => controller.abort(late), timeout * 1000);
  const signal = outer === undefined ? controller.signal : AbortSignal.any([controller.signal, outer]);
  try {
    return await new Promise<PostReply>((done, failed) => {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      const sent = send(url, {
        method: 'POST',
        agent: false,
        maxHeaderSize: headBytes,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup: guardedLookup(resolve, allowHosts),
        signal,
        ...(ca === undefined ? {} : { ca }),
      });
      // Stays after the answer: destroying the connection may still fail, and an error that nobody hears ends the process.
      sent.on('error', failed);
      sent.on('response', (reply) => {
        done({ status: reply.statusCode ?? 0, retryAfter: secondsOf(reply.headers['retry-after']) });
        reply.on('error', () => undefined);
        reply.destroy();
      });
      sent.end(body);
    });
  } catch (error) {
    if (controller.signal.aborted) throw late;
    if (outer?.aborted === true) throw outer.reason;
    const known = findPrivate(error);
    if (known !== null) throw known;
    throw errors.E_WEBHOOK_UNREACHABLE({ reason: reasonOf(error) }, { cause: error });
  } finally {
    clearTimeout(timer);
  }
};

/** The error of the guard, which Node may wrap. */
const findPrivate = (error: unknown): unknown => {
  if (hasCode(error, 'E_WEBHOOK_PRIVATE')) return error;
  const { errors: several } = Object(error) as { readonly errors?: unknown };
  return Array.isArray(several) ? (several.find((one) => hasCode(one, 'E_WEBHOOK_PRIVATE')) ?? null) : null;
};

/** Seconds until the time of `Retry-After`, a day at most; null for what is neither seconds nor a date. */
export const secondsOf = (header: string | undefined, now = Date.now()): number | null => {
  if (header === undefined) return null;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isFinite(wait) ? Math.min(Math.max(0, wait), 86_400) : null;
};
