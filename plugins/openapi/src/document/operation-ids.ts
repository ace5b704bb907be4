import { showFrame } from '@taproot/core/internal';
import type { RouteInfo } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { RoutePath } from './route-paths.ts';

/** The methods in the document for a route with any method. */
const usual = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'];

/** The methods of a route in the document, in lower case. HEAD belongs to GET. */
export const methodsOf = ({ methods, method, redirect }: RouteInfo): string[] => {
  // A redirect answers what a browser asks before another site may call it, too.
  const any = redirect === undefined ? usual : [...usual, 'OPTIONS'];
  const shown = method === 'ANY' ? any : methods.filter((each) => each !== 'HEAD' || !methods.includes('GET'));
  return shown.map((each) => each.toLowerCase());
};

/** Gives operations their ids: the route's name, with the method added if a route has several. */
export class OperationIds {
  readonly #taken = new Map<string, RouteInfo>();

  /** @throws E_OPENAPI_OPERATION when another operation has the id. */
  of(route: RouteInfo, method: string, { template, without }: RoutePath): string {
    const [first] = methodsOf(route);
    const base = route.name === '' ? `${method}${template.replaceAll(/[^\w]+/g, '.')}`.replace(/\.$/, '') : route.name;
    const id = [
      base,
      ...(route.name !== '' && method !== first ? [method] : []),
      ...(route.name !== '' && without.length > 0 ? ['without', ...without] : []),
    ].join('.');
    const other = this.#taken.get(id);
    if (other !== undefined) throw errors.E_OPENAPI_OPERATION({ id, first: placed(other), second: placed(route) });
    this.#taken.set(id, route);
    return id;
  }
}

const placed = ({ method, path, source }: RouteInfo): string =>
  `${method} ${path}${source === null ? '' : ` (${showFrame(source)})`}`;
