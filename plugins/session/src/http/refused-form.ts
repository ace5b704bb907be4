import { type Context, FrameworkError, hasCode, type Response } from '@taproot/core';
import type { FormErrors, Session } from '../session.ts';

const messagesOf = (error: unknown): FormErrors | null => {
  if (!(error instanceof FrameworkError)) return null;
  const messages = error.details?.['errors'];
  return typeof messages === 'object' && messages !== null ? (messages as FormErrors) : null;
};

const isSecret = (field: string, hidden: readonly string[]): boolean =>
  /password/i.test(field) || hidden.includes(field);

/** The fields of a form without its secrets, also in lists and maps. Files are left out: a browser does not take them back. */
const kept = (value: unknown, hidden: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((entry) => kept(entry, hidden));
  if (typeof value !== 'object' || value === null) return value;
  // Files are objects of a class; maps of a form have no prototype.
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return undefined;
  const fields = Object.entries(value).filter(([field]) => !isSecret(field, hidden));
  return Object.fromEntries(fields.map(([field, entry]) => [field, kept(entry, hidden)]));
};

/** The page with the form: where the browser says that the request came from. Null when it does not say, or names another host. */
const backTo = (ctx: Context): Response | null => {
  const from = ctx.request().header('referer');
  if (!/^https?:/i.test(from)) return null;
  try {
    ctx.response().redirect(303, from);
    return ctx.response().back();
  } catch (error) {
    if (hasCode(error, 'E_REDIRECT_UNSAFE')) return null;
    throw error;
  }
};

/**
 * Sends a browser whose form is not valid back to it (303), with its input and the messages. Null for clients that want JSON, for other
 * responses, and when the page of the form is not known: the response stays 422 then.
 */
export const refusedForm = async (
  ctx: Context,
  { session, hidden }: { readonly session: Session; readonly hidden: readonly string[] },
  response: Response,
): Promise<Response | null> => {
  const request = ctx.request();
  if (response.status !== 422 || request.wantsJson()) return null;
  const messages = messagesOf(response.error);
  if (messages === null) return null;
  const back = backTo(ctx);
  if (back === null) return null;
  const body = await request.body();
  const input = kept(typeof body === 'object' && body !== null ? body : {}, hidden);
  session.withErrors(messages).withInput(input as Readonly<Record<string, unknown>>);
  return back;
};
