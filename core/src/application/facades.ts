import { errors } from '../errors/errors.ts';
import type { MiddlewareFactories } from '../extensions.ts';
import { lookupTable } from '../names/lookup-table.ts';
import type { Application } from './application.ts';

/** Every facade, by name. Plugins add theirs by declaration merging: `interface Facades { Route(): Router }`. */
export interface Facades {
  /** The application itself: its configuration, environment, folder and plugins. */
  App(): Application;
}

const unbound = {
  facades: lookupTable<Facades>((name) => errors.E_FACADES_UNBOUND({ access: `facades.${name}()` })),
  middleware: lookupTable<MiddlewareFactories>((name) => errors.E_FACADES_UNBOUND({ access: `middleware.${name}()` })),
};

/**
 * The importable side of one application: `export const { facades, middleware } = createFacades()` in `app/facades.ts`.
 * `setup(handle)` binds it to the application it creates; `close()` releases it.
 */
export class FacadesHandle {
  /**
   * The facades of the running application: `facades.Route()`.
   * @throws E_FACADES_UNBOUND while no application is bound to them.
   */
  readonly facades: Facades = Object.create(unbound.facades) as Facades;
  /**
   * The middleware factories of the running application: `middleware.auth()`.
   * @throws E_FACADES_UNBOUND while no application is bound to them.
   */
  readonly middleware: MiddlewareFactories = Object.create(unbound.middleware) as MiddlewareFactories;
  #app: Application | null = null;

  /** The application these facades belong to now, or null. */
  get app(): Application | null {
    return this.#app;
  }

  /** `create()` calls it: from now on the facades belong to `app`. Throws `E_FACADES_BOUND` while they belong to another application. */
  bind(app: Application): void {
    if (this.#app !== null) throw errors.E_FACADES_BOUND();
    this.#app = app;
    this.#lead(app);
  }

  /** `close()` calls it. Does nothing if the facades belong to another application. */
  release(app: Application): void {
    if (this.#app !== app) return;
    this.#app = null;
    this.#lead(unbound);
  }

  // Modules have imported the two objects, so the objects stay and only their prototypes change.
  #lead({ facades, middleware }: Pick<Application, 'facades' | 'middleware'>): void {
    Object.setPrototypeOf(this.facades, facades);
    Object.setPrototypeOf(this.middleware, middleware);
  }
}

/** A fresh, unbound handle; an application module makes one and exports its two sides. */
export const createFacades = (): FacadesHandle => new FacadesHandle();
