import type { Application, Context, Request, RequestMethods } from '@taproot/core';
import { validation } from '@taproot/validation';
import { bootWith } from '../core/support.ts';

/** A context whose request has sent `input`, with the methods that plugins add. */
export const contextOf = (app: Application, input: Readonly<Record<string, unknown>>): Context => {
  let read = false;
  const request: Partial<Request> = {
    body: async () => {
      read = true;
      return input;
    },
    all: () => {
      if (!read) throw new Error('the body was not read');
      return { ...input };
    },
  };
  const ctx: Partial<Context> = { request: () => request as Request, locale: () => 'en' };
  for (const [name, { make }] of app.registry.requestMethods)
    Object.assign(request, {
      [name]: (...args: never[]) => (make(ctx as Context, app) as (...args: never[]) => unknown)(...args),
    });
  return ctx as Context;
};

/** A request that has sent `input`, with the methods of validation. */
export const requestWith = async (input: Readonly<Record<string, unknown>>): Promise<RequestMethods> =>
  contextOf(await bootWith([validation()]), input).request();
