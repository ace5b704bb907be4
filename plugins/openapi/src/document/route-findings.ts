import type { AuthorFrame } from '@taproot/core/internal';
import type { RouteInfo } from '@taproot/core/plugin';
import type { Gap, RuleEntry, RuleLists, ValidationFact } from '../reader/type-reader.ts';

/** One call that validates, with its rules as you wrote them. */
export interface RouteRules {
  /** Rules by field: `required|max:200`. */
  readonly rules: Readonly<Record<string, string>>;
  readonly place: AuthorFrame;
}

/** The rules of one route, and its gaps. */
export interface RouteFindings {
  /** Methods as in `route:list`: `GET|HEAD`. */
  readonly method: string;
  readonly path: string;
  readonly validations: readonly RouteRules[];
  readonly gaps: readonly Gap[];
}

/** Collects rules and gaps for each route. A gap in code of several routes belongs to each of them. */
export class Findings {
  readonly #routes = new Map<RouteInfo, { validations: readonly ValidationFact[]; gaps: Map<string, Gap> }>();

  /** Adds the calls of a route that validate. */
  validations(route: RouteInfo, validations: readonly ValidationFact[]): void {
    this.#routes.set(route, { validations, gaps: new Map() });
  }

  gap(route: RouteInfo, gap: Gap): void {
    this.#routes.get(route)?.gaps.set(JSON.stringify(gap), gap);
  }

  /** All findings, in the order of the routes. */
  get all(): RouteFindings[] {
    return [...this.#routes].map(([{ method, path }, { validations, gaps }]) => ({
      method,
      path,
      validations: validations.map(({ rules, place }) => ({ rules: written(rules), place })),
      gaps: [...gaps.values()],
    }));
  }
}

const written = (rules: ValidationFact['rules']): Record<string, string> =>
  Object.fromEntries(Object.entries(rules).map(([field, lists]) => [field, listsText(lists)]));

const listsText = (lists: RuleLists): string => lists.map((entries) => entries.map(entryText).join('|')).join(' or ');

const entryText = (entry: RuleEntry): string => {
  if (typeof entry === 'string') return entry;
  if ('text' in entry) return entry.text;
  const { rule, parameters, sets } = entry;
  if (sets !== undefined) return `${rule}(${listsText(sets)})`;
  return parameters.length === 0 ? rule : `${rule}:${parameters.join(',')}`;
};
