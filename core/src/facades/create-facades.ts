import type { Application } from '../application/application.ts';
import { errors } from '../errors.ts';
import type { Facades, MiddlewareFactories } from '../plugin/plugin.ts';
import { lookupTable } from './lookup-table.ts';

/**
 * The importable side of one application: `export const { facades, middleware } = createFacades()` in `app/facades.ts`.
 * `setup(handle)` binds it to the application it creates; `close()` releases it.
 */
export class FacadesHandle {
  readonly facades: Facades;
  readonly middleware: MiddlewareFactories;
  #app: Application | null = null;

  constructor() {
    this.facades = lookupTable(this.#missing((app) => app.facades, 'facades.'));
    this.middleware = lookupTable(this.#missing((app) => app.middleware, 'middleware.'));
  }

  /** The application these facades belong to now, or null. */
  get app(): Application | null {
    return this.#app;
  }

  /** Called by `create()`: from here on the facades are those of `app`. Throws `E_FACADES_BOUND` while another has them. */
  bind(app: Application): void {
    if (this.#app !== null && this.#app !== app) throw errors.E_FACADES_BOUND();
    this.#app = app;
    Object.assign(this.facades, app.facades);
    Object.assign(this.middleware, app.middleware);
  }

  /** Called by `close()`. */
  release(app: Application): void {
    if (this.#app !== app) return;
    this.#app = null;
    for (const table of [this.facades, this.middleware]) {
      for (const name of Object.keys(table)) Reflect.deleteProperty(table, name);
    }
  }

  // Once bound, the application's own table knows best what to say of an unknown name.
  #missing(table: (app: Application) => object, prefix: string): (name: string) => Error {
    return (name) => {
      if (this.#app === null) return errors.E_FACADES_UNBOUND({ access: `${prefix}${name}()` });
      try {
        Reflect.get(table(this.#app), name);
      } catch (error) {
        if (error instanceof Error) return error;
      }
      return errors.E_FACADES_UNBOUND({ access: `${prefix}${name}()` });
    };
  }
}

/** A fresh, unbound handle; an application module makes one and exports its two sides. */
export const createFacades = (): FacadesHandle => new FacadesHandle();
