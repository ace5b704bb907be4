/**
 * Numbers the functions that give the arguments of an ability, for the signature of the middleware. Middleware with the
 * same signature run once; without the number, `can()` of a route would replace `can()` of its group.
 */
export class Questions {
  readonly #abouts = new Map<string, unknown[]>();

  /** The ability for the first function that is asked with it, `ability#2` for the second. */
  name(ability: string, about: unknown): string {
    const abouts = this.#abouts.get(ability) ?? [];
    this.#abouts.set(ability, abouts);
    const index = abouts.includes(about) ? abouts.indexOf(about) : abouts.push(about) - 1;
    return index === 0 ? ability : `${ability}#${index + 1}`;
  }
}
