import type { HttpConfig } from '../config.ts';
import { errors } from '../errors.ts';

const wellFormed = /^[^[\]]+(?:\[[^[\]]*\])*$/;
const canonicalIndex = /^(?:0|[1-9]\d*)$/;

const malformed = (name: string, reason: string): Error =>
  errors.E_PARAMS_MALFORMED({ reason: `the name ${JSON.stringify(name.slice(0, 100))} ${reason}` });

/**
 * Watches over the names of one query or form. A name holds text or a list (repeated, `a[]`, `a[0]`), or it holds a map
 * (`a[x]`); both at once is refused, so that no rule meets `{0: ..., x: ...}`. Indexes stay below the number of parameters.
 */
export class ParamShapes {
  readonly #limits: HttpConfig['params_limit'];
  readonly #maps = new Map<string, boolean>();

  constructor(limits: HttpConfig['params_limit']) {
    this.#limits = limits;
  }

  admit(name: string): void {
    if (!wellFormed.test(name)) throw malformed(name, 'has brackets that do not match');
    const [root = '', ...segments] = name.replaceAll(']', '').split('[');
    if (segments.length > this.#limits.depth) throw errors.E_PARAMS_DEPTH({ depth: this.#limits.depth });
    let path = root;
    refuseKey(root, segments[0]);
    for (const [at, segment] of segments.entries()) {
      refuseKey(segment, segments[at + 1]);
      this.#claim(name, path, !this.#isElement(name, segment));
      path += `[${segment}`;
    }
    this.#claim(name, path, false);
  }

  #isElement(name: string, segment: string): boolean {
    if (segment === '') return true;
    if (!canonicalIndex.test(segment)) return false;
    const { count } = this.#limits;
    if (Number(segment) >= count) throw malformed(name, `has an index above ${count - 1}`);
    return true;
  }

  #claim(name: string, path: string, map: boolean): void {
    const known = this.#maps.get(path);
    if (known !== undefined && known !== map) throw malformed(name, 'makes a list and a map of one field');
    this.#maps.set(path, map);
  }
}

/** Refuses the names by which others' prototypes were changed. */
export const refuseKey = (key: string, next: string | undefined): void => {
  if (key === '__proto__' || (key === 'constructor' && next === 'prototype')) throw errors.E_BODY_KEY({ key });
};
