import type { IncomingMessage } from 'node:http';
import type { Application, Request, Response } from '@taproot/core';
import type { ResponseBody, Route, RouteFinder } from '@taproot/core/internal';
import type { HttpSettings } from '../config.ts';
import type { HeaderBag } from '../response/header-bag.ts';
import type { Forwarded } from '../server/client-address.ts';
import type { Clock } from '../server/clock.ts';
import type { OpenUpgrades } from '../server/open-upgrades.ts';
import type { ShutdownSignals } from '../server/shutdown-signals.ts';
import type { HttpContext } from './http-context.ts';
import type { HttpRequest } from './http-request.ts';
import type { Reply } from './reply.ts';
import type { HttpResponseBuilder } from './response-builder.ts';

/** Turns errors into responses. Neither method throws. */
export interface ErrorAnswers {
  /** The response to an error that a handler or a middleware threw. */
  respond(thrown: unknown, ctx: HttpContext): Response | Promise<Response>;
  /** Like `respond()`, but without the hook `error` and without a report. The client's `Accept` decides about the body. */
  plain(error: unknown, ctx: HttpContext): Response;
}

/** The parts of the application that context, request and response need. Made before the first request, and frozen. */
export interface Site {
  readonly app: Application;
  readonly config: HttpSettings;
  readonly clock: Clock;
  readonly signals: ShutdownSignals;
  readonly upgrades: OpenUpgrades;
  readonly finder: RouteFinder;
  readonly errors: ErrorAnswers;
  // In development, this and the next function make strict objects: they throw for unknown members and other mistakes that would otherwise
  // pass silently.
  readonly createRequest: (ctx: HttpContext) => HttpRequest & Request;
  readonly createBuilder: (ctx: HttpContext) => HttpResponseBuilder;
  readonly createReply: (bag: HeaderBag, status: number, body: ResponseBody, type: string) => Reply;
  /** The text of a JSON body. Pass `handled` for data that a handler returned, so that an error names the handler. */
  readonly json: (body: unknown, handled?: { readonly route: Route | null }) => string;
  readonly clientAddress: (req: IncomingMessage) => string;
  readonly forwarded: (req: IncomingMessage) => Forwarded;
  /** Reports a body that fails after the response has begun, with the request if it is known. */
  readonly fault: (error: unknown, req?: IncomingMessage) => void;
  /** The id of a request: the id that a trusted proxy sent, else the next one of this process. */
  requestId(req: IncomingMessage): string;
  /** The path of a named route with its parameters filled in. */
  url(name: string, params: Readonly<Record<string, string | number>>): string;
}
