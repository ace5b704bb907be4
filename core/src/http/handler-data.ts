import type { Response } from './response.ts';

/** Marks what a handler may not return, although it is an object: half a response. No such member exists at run time. */
declare const notData: unique symbol;

/** An object that a handler must not return as data. */
export interface NotData {
  readonly [notData]?: true;
}

/** No object of these members is plain: a function, a Date, a Map or Set, a promise, bytes, a stream, a RegExp. */
interface Plain {
  readonly [notData]?: never;
  readonly [Symbol.hasInstance]?: never;
  readonly [Symbol.toPrimitive]?: never;
  readonly [Symbol.toStringTag]?: never;
  readonly [Symbol.iterator]?: never;
  readonly [Symbol.asyncIterator]?: never;
  readonly [Symbol.match]?: never;
}

/** Data that a handler may return: a plain object, of an interface too, or a list. It is sent as JSON, with status 200. */
export type HandlerData = (object & Plain) | readonly unknown[];

/** The value that a handler may return, also as a promise. `void` sends the response staged on `ctx.response()`. */
// oxlint-disable-next-line typescript/no-invalid-void-type -- a handler may simply end
export type HandlerResult = Response | globalThis.Response | HandlerData | void;

/** In a compile error: the handler returns an object that holds a promise, has methods, or is an error. */
export interface NotPlainData {
  /** Await the promises, leave out the methods, throw the error. */
  readonly awaitPromisesAndLeaveOutMethods: never;
}

type Member<Value> = Value extends readonly (infer Entry)[] ? Entry : Value[keyof Value];

type Unsendable<Value> = 0 extends 1 & Member<Value>
  ? never
  : Extract<Member<Value>, PromiseLike<unknown> | ((...args: never[]) => unknown)>;

/** The type that a handler must have besides being a function: `unknown`, or `NotPlainData` when its result cannot be sent. */
export type SendsPlainData<Result> = 0 extends 1 & Result
  ? unknown
  : [Misfit<Result>] extends [never]
    ? unknown
    : NotPlainData;

/** The part of a result that is an object but not plain data. */
type Misfit<Result> = Result extends Response | globalThis.Response | null | undefined | void
  ? never
  : [Unsendable<Result>] extends [never]
    ? Result extends Error
      ? 'stack' extends keyof Result
        ? Result
        : never
      : never
    : Result;
