// The interfaces that applications and plugins extend: `declare module '@taproot/core' { interface ContextValues { ... } }`. Two more are
// declared beside their members: `ConfigFiles` and `Facades`.

/** Every middleware factory of the handle, by name. Plugins merge theirs: `throttle(name: string): Middleware`. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface MiddlewareFactories {}

/** Methods that plugins add to `ctx.request()` by declaration merging, for example `validate`. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface RequestMethods {}

/**
 * Methods that plugins add to `ctx.response()`, and to `ctx.response().status(404)`, by declaration merging. `Status` is the status of the
 * response: 200 unless `status()` gives another.
 */
// oxlint-disable-next-line typescript/no-empty-interface, no-unused-vars -- filled by declaration merging
export interface ResponseMethods<Status extends number> {}

/**
 * Every hook table of plugins, by name. A plugin adds its own by declaration merging and makes it under the key `hooks`:
 * `interface PluginHooks { mail: MailHooks }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface PluginHooks {}

/** Further keys of a plugin, for example `commands`. The plugin that reads a key declares it here. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface PluginContributions {}

/** Values that an application keeps on the context of a request, by name and type. Merge your own into this interface. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface ContextValues {}

/**
 * Values that plugins and applications attach to routes with `route.meta({...})`, by key. Merge your own keys: `declare module
 * '@taproot/core' { interface RouteMeta { audit: 'read' | 'write' } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface RouteMeta {}

/**
 * The names of routes with their patterns. An application merges its own; `url()` and `redirectToRoute()` then refuse any other name:
 * `declare module '@taproot/core' { interface RouteNames { 'posts.show': '/posts/{id}' } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface RouteNames {}

/**
 * The tables and columns of the application, for plugins whose options name tables and columns. A database plugin merges its own
 * declarations: `interface DatabaseNames { tables: Tables }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface DatabaseNames {}
