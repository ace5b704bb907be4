import type { Handler } from '@taproot/core';
import type { RouteMetaValues } from '@taproot/core/internal';
import { callPlace } from '@taproot/core/plugin';
import { namedHandler } from '../handler/check-handler.ts';
import { doesLeaveBody } from '../handler/leaves-body.ts';
import { type Bindings, boundNames, noBindings } from '../pattern/bind-parameters.ts';
import { type Constraints, checkPath, joinPaths, parsePattern, splitSegments } from '../pattern/parse-pattern.ts';
import type { AppliedMiddleware } from './applied-middleware.ts';
import { RouteAction } from './route-action.ts';
import type { RouteDefinition } from './route-definition.ts';
import { noMeta } from './route-meta.ts';
import { only, parsed, type RouteMethods } from './route-methods.ts';
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
  Partial<Pick<RouteDefinition, 'kind' | 'controller' | 'files' | 'redirect' | 'socket'>>;

/** A scope of routes with its settings. Adds routes to the application. Immutable, like its router. */
export class Scope {
  readonly settings: ScopeSettings;
  readonly registry: RouteRegistry;
  readonly #made: MadeScope | null;

  constructor(registry: RouteRegistry, settings: ScopeSettings = outermost, made: MadeScope | null = null) {
    this.registry = registry;
    this.settings = settings;
    this.#made = made;
  }

  /** The scope with other settings, made by this method of the router. A scope that is never used is an error at boot. */
  derive(method: string, change: Partial<ScopeSettings>): Scope {
    const made = { method, place: callPlace() };
    this.#use();
    this.registry.note(made);
    return new Scope(this.registry, { ...this.settings, ...change }, made);
  }

  /** The scope that `group()` passes to its callback. It counts as used. */
  inner(): Scope {
    this.#use();
    return new Scope(this.registry, this.settings);
  }

  /** The whole pattern of a path, with the prefix of this scope. */
  whole(path: string): string {
    return joinPaths(this.settings.prefix, checkPath(path));
  }

  /** Adds a route with a handler from the application. */
  add(methods: RouteMethods, path: string, given: unknown, about?: About): RouteAction {
    const whole = this.whole(path);
    const { bindings } = this.settings;
    // A handler has a second argument only if it has bound parameters.
    const arity = bindings.size > 0 && boundNames(parsePattern(whole), bindings).length > 0 ? 2 : 1;
    const named = namedHandler(given, this.registry.controllers, { method: methods.label, path: whole, arity });
    return new RouteAction(this.registry, [this.define(methods, path, named.handler, about ?? named)]);
  }

  /** Adds a route with a handler that was checked already. */
  define({ methods, label }: RouteMethods, path: string, handler: Handler, about: About): RouteDefinition {
    const { handlerName, kind = 'route', controller = null, files = false, redirect = null, socket = null } = about;
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
      redirect,
      socket,
      place: callPlace(),
      files,
      namePrefix: names,
      name: '',
      middleware,
      excluded,
      constraints,
      bindings: kind === 'route' ? bindings : noBindings,
      rawBody: kind === 'mount' || doesLeaveBody(handler),
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

  /** Adds the routes of other code, which answers every method at a path and below it. */
  mount(path: string, make: (depth: number) => Handler, name: string): RouteAction {
    const handler = make(splitSegments(this.whole(path)).length);
    const about: About = { kind: 'mount', handlerName: name };
    const paths = [path, joinPaths(checkPath(path), '{path*}')];
    return new RouteAction(
      this.registry,
      paths.map((each) => this.define(parsed, each, handler, about)),
    );
  }

  #use(): void {
    this.registry.use(this.#made);
  }
}
