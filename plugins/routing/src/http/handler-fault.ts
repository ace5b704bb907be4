import { Readable } from 'node:stream';
import { types } from 'node:util';
import type { FrameworkError, Middleware } from '@taproot/core';
import { errors } from '../errors.ts';
import type { HttpContext } from '../exchange/http-context.ts';
import { StatusBuilder } from '../exchange/response-builder.ts';
import { handlerSource, nounOf } from '../handler/handler-name.ts';

/** Makes `E_HANDLER_RESULT` for a result that is neither a response nor data. The compiler finds most of these, but not in JavaScript. */
export const resultFault = (ctx: HttpContext, outcome: unknown, middleware: Middleware | null): FrameworkError => {
  const actual = actualOf(ctx, outcome);
  if (middleware === null)
    return errors.E_HANDLER_RESULT({ source: handlerSource(ctx), actual, advice: adviceFor(outcome) });
  const advice = 'Return the response of next(), or one of its own: ctx.response().json(200, value)';
  return errors.E_HANDLER_RESULT({ source: `The middleware "${middleware.signature()}"`, actual, advice });
};

const actualOf = (ctx: HttpContext, outcome: unknown): string => {
  if (outcome === ctx) return 'ctx';
  if (outcome === ctx.request()) return 'ctx.request()';
  if (outcome === ctx.response()) return 'ctx.response()';
  if (outcome instanceof StatusBuilder) return `ctx.response().status(${outcome.code})`;
  if (typeof outcome !== 'object' || outcome === null) return nounOf(outcome);
  const owner: unknown = Object.getPrototypeOf(outcome)?.constructor;
  return typeof owner === 'function' && !['', 'Object'].includes(owner.name)
    ? `an object of the class ${owner.name}`
    : 'an object';
};

const adviceFor = (outcome: unknown): string => {
  if (outcome instanceof StatusBuilder) return `End it: ctx.response().status(${outcome.code}).json(value)`;
  switch (typeof outcome) {
    case 'string':
      return 'Return ctx.response().string(200, text), or put it in an object: { message: text }';
    case 'function':
      return 'Call it, and return what it gives';
    case 'object':
      return adviceForObject(outcome);
    default:
      return 'Put it in an object, { count: value }, or return ctx.response().json(200, value)';
  }
};

const adviceForObject = (outcome: object | null): string => {
  if (types.isMap(outcome)) return 'Return a plain object: Object.fromEntries(map)';
  if (types.isSet(outcome)) return 'Return a list: [...set]';
  if (types.isDate(outcome)) return 'Put it in an object: { at: date }';
  if (types.isNativeError(outcome)) return 'Throw it';
  if (types.isUint8Array(outcome)) return "Return ctx.response().data(200, 'image/png', bytes)";
  if (outcome instanceof Readable || outcome instanceof ReadableStream)
    return 'Return ctx.response().stream(200, source)';
  return 'Return a plain object with the fields that clients may see, { id: post.id }, a list, ctx.response().json(200, value), or nothing';
};
