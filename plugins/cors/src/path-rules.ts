import { errors } from './errors.ts';
import { show } from './show.ts';

/** The paths with CORS, compiled once. Throws `E_CORS_PATH` for a malformed path. */
export class PathRules {
  #all = false;
  readonly #exact = new Set<string>();
  readonly #prefixes: string[] = [];

  constructor(patterns: readonly string[]) {
    for (const pattern of patterns) this.#add(pattern);
  }

  /** Whether CORS applies to a canonical path. */
  include(path: string): boolean {
    return this.#all || this.#exact.has(path) || this.#prefixes.some((prefix) => path.startsWith(prefix));
  }

  /** Whether CORS may apply to a path that a route's pattern matches. */
  mayInclude(pattern: string): boolean {
    const head = pattern.replace(/\{.*/s, '');
    if (head === pattern) return this.include(pattern);
    const meets = (path: string): boolean => path.startsWith(head) || head.startsWith(path);
    return this.#all || this.#prefixes.some(meets) || [...this.#exact].some((path) => path.startsWith(head));
  }

  #add(pattern: string): void {
    const refuse = (reason: string) => errors.E_CORS_PATH({ path: show(pattern), reason });
    if (typeof pattern !== 'string') throw refuse('it is no text');
    const path = `/${pattern.replaceAll(/^\/+|(?<!\/)\/+$/g, '')}`;
    if (path === '/*') this.#all = true;
    else if (path.includes('{')) throw refuse('parameters belong to routes');
    else if (path.includes('://')) throw refuse('it has a scheme');
    else if (/\*(?!$)|[^/]\*/.test(path)) throw refuse('"*" may only stand alone or as the last segment');
    // Keeps the slash before the star: `api/*` does not match `/api` or `/apix`.
    else if (path.endsWith('*')) this.#prefixes.push(path.slice(0, -1));
    else this.#exact.add(path);
  }
}
