import type { Context } from '@taproot/core';
import { HttpError } from '@taproot/core';
import type Koa from 'koa';
import { KoaRequest } from './koa-request.ts';
import { KoaResponse } from './koa-response.ts';

const stateKey = Symbol('koa.state');

/**
 * Our context in the shape Koa middleware know. It holds what they commonly touch, not all of Koa: there is no
 * `ctx.cookies`, no `ctx.app`, no `ctx.respond = false`; what one middleware tells another goes into `ctx.state`.
 */
export class KoaView {
  readonly request: KoaRequest;
  readonly response: KoaResponse;
  readonly #ctx: Context;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.request = new KoaRequest(ctx);
    this.response = new KoaResponse(ctx);
  }

  /** The view under Koa's type. */
  asKoa(): Koa.ParameterizedContext {
    // The type promises all of Koa; what of it is missing here is told above.
    return this as unknown as Koa.ParameterizedContext;
  }

  /** Shared by the Koa middleware of one request. */
  get state(): object {
    const known = this.#ctx.value(stateKey);
    if (typeof known === 'object' && known !== null) return known;
    const state = {};
    this.#ctx.withValue(stateKey, state);
    return state;
  }

  /** Ends the request with a status; the message of a 4xx is shown to the client. */
  throw(status = 500, message?: string): never {
    throw new HttpError(status, message);
  }
}

type Side = 'request' | 'response';

/** Gives the view a member of one of its sides, as Koa's context has it. */
const delegate = (side: Side, name: string, member: PropertyDescriptor): void => {
  const method = typeof member.value === 'function';
  Object.defineProperty(
    KoaView.prototype,
    name,
    method
      ? {
          value(this: KoaView, ...args: unknown[]): unknown {
            return Reflect.apply(member.value as (...args: unknown[]) => unknown, this[side], args);
          },
        }
      : {
          get(this: KoaView): unknown {
            return Reflect.get(this[side], name);
          },
          set(this: KoaView, value: unknown) {
            Reflect.set(this[side], name, value);
          },
        },
  );
};

const delegateAll = (side: Side, names: readonly string[], members: object): void => {
  for (const name of names) delegate(side, name, Object.getOwnPropertyDescriptor(members, name) ?? {});
};

// Both sides have `get`, `is`, `headers`: on the context they are those of the request.
delegateAll(
  'request',
  'accepts acceptsCharsets acceptsEncodings acceptsLanguages get header headers host hostname href ip is method origin originalUrl path protocol query querystring req secure socket url'.split(
    ' ',
  ),
  KoaRequest.prototype,
);
delegateAll(
  'response',
  'append body etag has headerSent length message redirect remove res set status type vary'.split(' '),
  KoaResponse.prototype,
);
