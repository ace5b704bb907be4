// Holds an OpenAPI document against the facts.
import { type Atom, atomsOf, type Kind, type Verdict } from './atoms.ts';
import { operations, type Schema } from './facts/index.ts';

/** What `openapi:gaps --routes` says of a route. */
export interface RouteGaps {
  readonly method: string;
  readonly path: string;
  readonly gaps: readonly unknown[];
}

export interface Judged {
  /** A fact that the document does not say, or says otherwise; `isTold` when a gap names the route. */
  readonly bad: readonly (Atom & { readonly isTold: boolean })[];
  readonly facts: number;
  /** For each kind: right, wrong, missing, vague; holes with a gap, holes without one, wrong ones without one. */
  readonly rows: readonly (readonly [Kind | 'all', ...number[]])[];
  readonly wholeOperations: number;
}

const kinds: readonly Kind[] = [
  'paths',
  'statuses',
  'reply schemas',
  'bodies',
  'parameters',
  'headers',
  'security',
  'summaries',
];
const verdicts: readonly Verdict[] = ['right', 'wrong', 'missing', 'vague'];

/** Routes with a gap, as `GET /notes/{id}`. */
const routesWithGaps = (routes: readonly RouteGaps[]): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const { method, path, gaps } of routes) {
    if (gaps.length === 0) continue;
    const plain = path.replaceAll(/\{(\w+)(?::(?:[^{}]|\{[^{}]*\})*)?\*?\}/g, '{$1}');
    const optional = /^(.*)\/\{(\w+)\?\}$/.exec(plain);
    for (const one of optional === null ? [plain] : [optional[1], `${optional[1]}/{${optional[2]}}`])
      for (const name of method.split('|')) found.add(`${name} ${one}`);
  }
  return found;
};

export const judge = (document: Schema, routes: readonly RouteGaps[]): Judged => {
  const told = routesWithGaps(routes);
  const atoms = operations
    .flatMap((operation) => atomsOf(operation, document))
    .map((atom) => ({ ...atom, isTold: told.has(atom.operation) }));
  const bad = atoms.filter(({ verdict }) => verdict !== 'right');
  const rows = [...kinds, 'all' as const].map((kind): [Kind | 'all', ...number[]] => {
    const of = atoms.filter((atom) => kind === 'all' || atom.kind === kind);
    const holes = of.filter(({ verdict }) => verdict === 'missing' || verdict === 'vague');
    const wrong = of.filter(({ verdict }) => verdict === 'wrong');
    return [
      kind,
      ...verdicts.map((verdict) => of.filter((atom) => atom.verdict === verdict).length),
      holes.filter(({ isTold }) => isTold).length,
      holes.filter(({ isTold }) => !isTold).length,
      wrong.filter(({ isTold }) => !isTold).length,
    ];
  });
  const wholeOperations = operations.filter(
    ({ method, path }) => !bad.some(({ operation }) => operation === `${method} ${path}`),
  ).length;
  return { bad, facts: atoms.length, rows, wholeOperations };
};
