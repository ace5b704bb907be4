import type { Response } from './response.ts';

/** Marks objects that a handler must not return, such as an unfinished response. No such member exists at run time. */
declare const notData: unique symbol;

/** An object that a handler must not return as data. */
export interface NotData {
  readonly [notData]?: true;
}

/** An object with one of these members is not plain. It is a function, a Date, a Map or Set, a promise, bytes, a stream or a RegExp. */
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

declare const hint: unique symbol;

/** Shows up in a compile error and says what to write instead. No such member exists at run time. */
export interface Hint<Text extends string> {
  readonly [hint]: Text;
}

/** The type that a handler must have besides being a function: `unknown`, or a hint when its result cannot be sent. */
export type Sendable<Result> = 0 extends 1 & Result
  ? unknown
  : [Advice<Awaited<Result>>] extends [never]
    ? unknown
    : Hint<Advice<Awaited<Result>>>;

/** The advice about a result that cannot be sent; `never` for any other. */
type Advice<Result> = [Result] extends [HandlerResult]
  ? MaybeNothing<Result> extends true
    ? 'return orNotFound(value): a value that is undefined would be sent as an empty 200'
    : [Misfit<Result>] extends [never]
      ? never
      : 'await the promises in the data, leave out its methods, throw the error'
  : [Extract<Result, string>] extends [never]
    ? [Extract<Result, null>] extends [never]
      ? 'return a plain object, a list, or a response of ctx.response()'
      : 'return orNotFound(value): null cannot be sent'
    : 'return ctx.response().string(200, text), or an object: { message: text }';

/** A result that is a response, or says that one was made; it is not data. */
type Answered = Response | globalThis.Response | null | undefined | void;

/** Whether a result is data or undefined, such as a row that may not exist. `HandlerResult` itself says nothing about it. */
export type MaybeNothing<Result> = [Extract<Result, undefined | void>] extends [never]
  ? false
  : [Exclude<Result, Answered>] extends [never]
    ? false
    : [HandlerResult] extends [Result]
      ? false
      : true;

type Member<Value> = Value extends readonly (infer Entry)[] ? Entry : Value[keyof Value];

type Unsendable<Value> = 0 extends 1 & Member<Value>
  ? never
  : Extract<Member<Value>, PromiseLike<unknown> | ((...args: never[]) => unknown)>;

/** The part of a result that is an object but not plain data. The compiler already reports members of unknown types. */
type Misfit<Result> = Result extends Answered
  ? never
  : [unknown] extends [Unsendable<Result>]
    ? never
    : [Unsendable<Result>] extends [never]
      ? Result extends Error
        ? 'stack' extends keyof Result
          ? Result
          : never
        : never
      : Result;
