import type { Middleware } from '@taproot/core';
import type { RouteKind, RouteMetaValues } from '@taproot/core/internal';
import type { Place } from '@taproot/core/plugin';
import type { NamedHandler } from '../handler/handler-name.ts';
import type { Bindings } from '../pattern/bind-parameters.ts';
import type { Constraints } from '../pattern/parse-pattern.ts';

/** A route as it is put together, until the table is built at freeze. */
export interface RouteDefinition extends NamedHandler {
  readonly methods: readonly string[];
  /** How listings call the methods: `GET|HEAD`, `ANY`. */
  readonly label: string;
  readonly path: string;
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
