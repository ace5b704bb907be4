import { originForm } from '../pattern/canonical-path.ts';

/** A request target in two parts: the path of a mount as it was sent, and the address below it. */
export interface SplitTarget {
  readonly base: string;
  /** Begins with a slash, and has the query. */
  readonly rest: string;
}

/**
 * Splits a target after its first `depth` segments. A path with empty segments matches no route, so each segment of the target is one of
 * the canonical path.
 */
export const splitTarget = (target: string, depth: number): SplitTarget => {
  const form = originForm(target);
  const query = form.indexOf('?');
  const path = query === -1 ? form : form.slice(0, query);
  let end = 0;
  for (let passed = 0; passed < depth; passed++) {
    const slash = path.indexOf('/', end + 1);
    end = slash === -1 ? path.length : slash;
  }
  const rest = form.slice(end);
  return { base: form.slice(0, end), rest: rest.startsWith('/') ? rest : `/${rest}` };
};
