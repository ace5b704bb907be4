import { Command, Option, oneOf, toJson } from '@taproot/console/command';
import { formatRoutes } from './format-routes.ts';
import { type RouteSelection, selectRoutes, sortKeys } from './select-routes.ts';

/** `route:list`: all routes of the application, or those that match the filters. */
export class RouteList extends Command {
  static override paths = [['route:list']];

  static override usage = Command.Usage({
    details: `Filters look for a part of the text, in upper or lower case; a route must pass all of them.`,
    examples: [
      ['Every route', 'npx taproot route:list'],
      [
        'What changes users, the admin pages left out',
        'npx taproot route:list --method P --path users --except-path admin',
      ],
      ['Routes without auth, optional or not', 'npx taproot route:list --except-middleware auth'],
      ['For another program', 'npx taproot route:list --json'],
    ],
  });

  json = Option.Boolean('--json', false, { description: 'Print a JSON array, for programs' });
  methodPart = Option.String('--method', { description: 'Only methods that contain this' });
  pathPart = Option.String('--path', { description: 'Only paths that contain this' });
  namePart = Option.String('--name', { description: 'Only names that contain this' });
  middleware = Option.Array('--middleware', [], {
    description: 'Only with middleware that contains this; may be repeated',
  });
  exceptMiddleware = Option.Array('--except-middleware', [], {
    description: 'None with middleware that contains this; may be repeated',
  });
  exceptPaths = Option.Array('--except-path', [], { description: 'No paths that contain this; may be repeated' });
  reverse = Option.Boolean('--reverse', false, { description: 'Turn the order round' });
  sort = Option.String('--sort', 'path', {
    description: `Order by ${sortKeys.join(', ')} (default: path)`,
    validator: oneOf(...sortKeys),
  });

  override async execute(): Promise<void> {
    const all = this.app.facades.Route().getRoutes();
    const selected = selectRoutes(all, this.#selection());
    const routes = this.reverse ? selected.toReversed() : selected;
    if (this.json) return this.line(toJson(routes));
    if (all.length === 0) return this.line("Your application doesn't have any routes.");
    if (routes.length === 0) return this.line("Your application doesn't have any routes matching the given criteria.");
    const lines = formatRoutes(routes, this.width, this.style);
    this.line([...lines, '', `Showing [${routes.length}] routes`].join('\n'));
  }

  #selection(): RouteSelection {
    const {
      methodPart: method,
      pathPart: path,
      namePart: name,
      middleware,
      exceptMiddleware,
      exceptPaths,
      sort,
    } = this;
    return { method, path, name, middleware, exceptMiddleware, exceptPaths, sort };
  }
}
