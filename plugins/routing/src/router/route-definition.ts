import type { Handler, Middleware, RouteController, RouteKind, RouteMetaValues } from '@taproot/core';
import type { Place } from '@taproot/core/plugin';
import type { Bindings } from '../pattern/bind-parameters.ts';
import type { Constraints } from '../pattern/parse-pattern.ts';

/** A route as it is put together, until the table is built at freeze. */
export interface RouteDefinition {
  readonly methods: readonly string[];
  /** How listings call the methods: `GET|HEAD`, `ANY`. */
  readonly label: string;
  readonly path: string;
  readonly handler: Handler;
  /** How listings call the handler. */
  readonly handlerName: string;
  /** The controller's class and method; null for a handler that is a function. */
  readonly controller: RouteController | null;
  readonly kind: RouteKind;
  readonly place: Place;
  /** Serves files: steps back behind other routes of its path, and hands on what it does not have. */
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
