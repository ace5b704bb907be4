import type { Middleware } from '@taproot/core';
import type { RouteKind, RouteMetaValues, RouteRedirect, SocketDescription } from '@taproot/core/internal';
import type { Place } from '@taproot/core/plugin';
import type { NamedHandler } from '../handler/handler-name.ts';
import type { Bindings } from '../pattern/bind-parameters.ts';
import type { Constraints } from '../pattern/parse-pattern.ts';

/** A route that can still change, until the route table is built at the end of boot. */
export interface RouteDefinition extends NamedHandler {
  readonly methods: readonly string[];
  /** The methods in listings: `GET|HEAD`, `ANY`. */
  readonly label: string;
  readonly path: string;
  readonly kind: RouteKind;
  /** Null unless the route redirects. */
  readonly redirect: RouteRedirect | null;
  /** Describes the socket of the route; null unless it has one. */
  readonly socket: (() => SocketDescription) | null;
  readonly place: Place;
  /** Whether the route serves files. Other routes with its path win, and requests for missing files go to the fallback. */
  readonly files: boolean;
  readonly namePrefix: string;
  /** Empty when the route has none. */
  name: string;
  middleware: readonly Middleware[];
  excluded: readonly Middleware[];
  constraints: Constraints;
  /** The functions that find the values of bound parameters. */
  readonly bindings: Bindings;
  rawBody: boolean;
  meta: RouteMetaValues;
}
