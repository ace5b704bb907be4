import { createHash } from 'node:crypto';
import type { Context } from '@taproot/core';

/** Bytes of a query, and of the headers by which a response varies, above which a request passes by. */
const longest = 2048;
/** Headers by which the responses of one route may vary. */
const mostNames = 16;

/** The keys of responses: everything of a request that a response may be made of. */
export class ResponseKeys {
  readonly #query: ReadonlySet<string> | null;
  /** Names in `Vary` of the responses so far, by the pattern of their route. */
  readonly #vary = new Map<string, readonly string[]>();

  /** `query`: the parameters that a request may have; null for any. */
  constructor(query: readonly string[] | null) {
    this.#query = query === null ? null : new Set(query);
  }

  /** The key of a request, and the names of headers in it; null for a query or headers that must not fill the store. */
  of(ctx: Context, sharer: string): { readonly key: string; readonly vary: readonly string[] } | null {
    const request = ctx.request();
    const query = this.#canonical(request.url());
    if (query === null) return null;
    const vary = this.#vary.get(request.originPath()) ?? [];
    const values = vary.map((name) => request.header(name));
    if (values.join('').length > longest) return null;
    const parts = [
      request.method(),
      request.scheme(),
      request.host().toLowerCase(),
      request.path(),
      query,
      ctx.locale(),
      request.wantsJson(),
      sharer,
      vary,
      values,
    ];
    const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
    return { key: `response:${hash}`, vary };
  }

  /** Adds names by which responses of the route vary. Returns false if there are too many. */
  learn(ctx: Context, names: readonly string[]): boolean {
    const pattern = ctx.request().originPath();
    const all = [...new Set([...(this.#vary.get(pattern) ?? []), ...names])].toSorted();
    if (all.length > mostNames) return false;
    this.#vary.set(pattern, all);
    return true;
  }

  /** The query with its parameters in the order of their names; null if it is too long, or has others than it may. */
  #canonical(url: string): string | null {
    const mark = url.indexOf('?');
    if (mark === -1) return '';
    if (url.length - mark > longest) return null;
    const query = new URLSearchParams(url.slice(mark + 1));
    if (this.#query !== null) for (const name of query.keys()) if (!this.#query.has(name)) return null;
    query.sort();
    return query.toString();
  }
}
