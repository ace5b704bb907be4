import type { MiddlewareDescription, RouteInfo, SecurityDescription, SecurityScheme } from '@taproot/core/plugin';
import { type JsonObject, sorted } from '../json.ts';

/** The security of operations, and the schemes that they name. */
export class Security {
  readonly #schemes = new Map<string, JsonObject>();
  readonly #known = new Map<string, JsonObject>();

  /** `components.securitySchemes` for all operations so far. */
  schemes(): Record<string, JsonObject> {
    return sorted(this.#schemes);
  }

  /** Takes the schemes of all middleware into account, which any operation may name. */
  knowAll(routes: readonly RouteInfo[], guards: (name: string | null) => SecurityDescription | null): void {
    for (const route of routes)
      for (const each of route.middlewareDescriptions) if (each?.security !== undefined) this.#know(each.security);
    // A wrapper may use the default guard without middleware. Asking for it makes the guard, so only routes that name credentials do.
    const standard = routes.some(({ meta }) => meta.openapi?.security !== undefined) ? guards(null) : null;
    if (standard !== null) this.#know(standard);
  }

  #know({ name, scheme }: SecurityDescription): void {
    this.#known.set(name, schemeObject(scheme));
  }

  /** `security` that a route says itself; null for none. For an unknown name, returns that name and the known ones. */
  said(
    names: Readonly<Record<string, 'required' | 'optional'>>,
  ): { readonly security: JsonObject[] | null } | { readonly unknown: string; readonly known: readonly string[] } {
    const needed: Record<string, readonly string[]> = {};
    for (const name of Object.keys(names)) {
      const scheme = this.#known.get(name);
      if (scheme === undefined) return { unknown: name, known: [...this.#known.keys()].toSorted() };
      this.#schemes.set(name, scheme);
      needed[name] = [];
    }
    if (Object.keys(needed).length === 0) return { security: null };
    const isOptional = Object.values(names).every((each) => each === 'optional');
    return { security: isOptional ? [{}, needed] : [needed] };
  }

  /** `security` of an operation; null when it reads no credentials. The credentials of all its middleware are needed together. */
  of(middleware: readonly MiddlewareDescription[]): JsonObject[] | null {
    // One map for each choice: the credentials of a map are needed together.
    let choices: Record<string, readonly string[]>[] = [{}];
    let optional = true;
    const abilities = middleware.flatMap((description) => description.abilities ?? []);
    for (const { security } of middleware) {
      if (security === undefined) continue;
      const { alternatives = [] } = security;
      const accepted = [security, ...alternatives];
      for (const { name, scheme } of accepted) this.#schemes.set(name, schemeObject(scheme));
      const scopes = [...new Set(abilities)].toSorted();
      choices = choices.flatMap((needed) => accepted.map(({ name }) => ({ ...needed, [name]: scopes })));
      optional &&= security.optional === true;
    }
    if (choices.every((needed) => Object.keys(needed).length === 0)) return null;
    return optional ? [{}, ...choices] : choices;
  }
}

/** OpenAPI has `bearerFormat` only for bearer tokens. For another scheme it becomes the description. */
const schemeObject = (scheme: SecurityScheme): JsonObject => {
  if (scheme.type !== 'http' || scheme.scheme === 'bearer' || scheme.bearerFormat === undefined) return { ...scheme };
  const { bearerFormat, ...rest } = scheme;
  return { description: `A token of the format ${bearerFormat}.`, ...rest };
};
