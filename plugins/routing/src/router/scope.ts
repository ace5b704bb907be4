import type { Handler } from '@taproot/core';
import type { RouteMetaValues } from '@taproot/core/internal';
import { Place } from '@taproot/core/plugin';
import { namedHandler } from '../handler/check-handler.ts';
import { type Bindings, boundNames, noBindings } from '../pattern/bind-parameters.ts';
import { type Constraints, checkPath, joinPaths, parsePattern } from '../pattern/parse-pattern.ts';
import type { AppliedMiddleware } from './applied-middleware.ts';
import { RouteAction } from './route-action.ts';
import type { RouteDefinition } from './route-definition.ts';
import { noMeta } from './route-meta.ts';
import { only, type RouteMethods } from './route-methods.ts';
import type { MadeScope, RouteRegistry, WhereCall } from './route-registry.ts';

/** The settings that the routes of a scope share. */
export interface ScopeSettings extends AppliedMiddleware {
  readonly prefix: string;
  readonly names: string;
  readonly constraints: Constraints;
  readonly bindings: Bindings;
  readonly whereCalls: readonly WhereCall[];
  readonly meta: RouteMetaValues;
}

const outermost: ScopeSettings = Object.freeze({
  prefix: '',
  names: '',
  middleware: [],
  excluded: [],
  constraints: {},
  bindings: noBindings,
  whereCalls: [],
  meta: noMeta,
});

/** The description of a handler in listings. Default kind: `route`. */
export type About = Pick<RouteDefinition, 'handlerName'> &
  Partial<Pick<RouteDefinition, 'kind' | 'controller' | 'files'>>;

/** A scope of routes: its settings, and how a route comes into it. Immutable, as its router is. */
export class Scope {
  readonly settings: ScopeSettings;
  readonly registry: RouteRegistry;
  readonly #made: MadeScope | null;

  constructor(registry: RouteRegistry, settings: ScopeSettings = outermost, made: MadeScope | null = null) {
    this.registry = registry;
    this.settings = settings;
    this.#made = made;
  }

  /** The scope with other settings, made by this method of the router. A scope that is made and never used is reported at boot. */
  derive(method: string, change: Partial<ScopeSettings>): Scope {
    const made = { method, place: new Place() };
    this.#use();
    this.registry.note(made);
    return new Scope(this.registry, { ...this.settings, ...change }, made);
  }

  /** The scope that `group()` hands to its callback: used already. */
  inner(): Scope {
    this.#use();
    return new Scope(this.registry, this.settings);
  }

  /** The whole pattern of a path in this scope. */
  whole(path: string): string {
    return joinPaths(this.settings.prefix, checkPath(path));
  }

  /** Adds a route for what an author gives as its handler. */
  add(methods: RouteMethods, path: string, given: unknown, about?: About): RouteAction {
    const whole = this.whole(path);
    const { bindings } = this.settings;
    // The second argument of a handler is for bound parameters alone.
    const arity = bindings.size > 0 && boundNames(parsePattern(whole), bindings).length > 0 ? 2 : 1;
    const named = namedHandler(given, this.registry.controllers, { method: methods.label, path: whole, arity });
    return new RouteAction(this.registry, [this.define(methods, path, named.handler, about ?? named)]);
  }

  /** Adds a route whose handler is checked. */
  define({ methods, label }: RouteMethods, path: string, handler: Handler, about: About): RouteDefinition {
    const { handlerName, kind = 'route', controller = null, files = false } = about;
    const { names, middleware, excluded, constraints, bindings, whereCalls, meta } = this.settings;
    const whole = this.whole(path);
    for (const { paths } of whereCalls) paths.push(whole);
    this.#use();
    return this.registry.add({
      methods,
      label,
      path: whole,
      handler,
      handlerName,
      controller,
      kind,
      place: new Place(),
      files,
      namePrefix: names,
      name: '',
      middleware,
      excluded,
      constraints,
      bindings: kind === 'route' ? bindings : noBindings,
      rawBody: false,
      meta,
    });
  }

  /** Adds the routes of files at a path and below it. */
  files(path: string, handler: Handler, name: string): RouteAction {
    const about: About = { kind: 'files', handlerName: name, files: true };
    const paths = [path, joinPaths(checkPath(path), '{path*}')];
    return new RouteAction(
      this.registry,
      paths.map((each) => this.define(only.get, each, handler, about)),
    );
  }

  #use(): void {
    this.registry.use(this.#made);
  }
}
