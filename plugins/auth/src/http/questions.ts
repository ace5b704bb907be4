/**
 * Tells apart what one ability is asked about. Two middleware of one signature run once, so that without it a route that
 * asks about its post would no longer be asked about its group's author.
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
