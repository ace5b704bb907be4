import { errors } from '../errors.ts';
import type { HttpContext } from './http-context.ts';

/** Aborts with `E_CLIENT_LEFT` when the client leaves before its reply is out, and at the end of the application. */
export const watchClient = ({ exchange: { res }, http: { signals } }: HttpContext): AbortController => {
  const controller = new AbortController();
  const left = (): void => {
    signals.forget(controller);
    if (!res.writableFinished) controller.abort(errors.E_CLIENT_LEFT());
  };
  signals.add(controller);
  if (res.destroyed) left();
  else res.once('close', left);
  return controller;
};

/**
 * Aborts when the response is sent or the client has left. Otherwise an upload that is still arriving would have no
 * reader, and its files would stay until the connection times out, or forever.
 */
export const watchUpload = ({ exchange: { req, res } }: HttpContext): AbortSignal => {
  const controller = new AbortController();
  const end = (): void => {
    // Nobody reads any more, as a rule, and abort() makes an error with its stack.
    if (!req.readableEnded) controller.abort();
    // Whoever aborts a read pauses it, and a kept connection waits for the rest of the body.
    req.resume();
  };
  if (res.destroyed) end();
  else res.once('close', end);
  return controller.signal;
};
