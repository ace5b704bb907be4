import { KnownRules } from './known-rules.ts';
import type { Plan } from './plan.ts';
import { PlanTree } from './plan-tree.ts';

// A field of a plan takes some 9 KiB, a step a hundred bytes.
const mostFields = 4000;
const mostSteps = 50_000;

/**
 * Plans by the shape of their rules map, so that maps built anew for each request share one. A map that holds a value of
 * its request, such as the id that `unique` leaves out, makes a plan that is never used again. So there are two trees: when
 * the young one is full, the old one is dropped. Plans that were used in the meantime have moved to the young one.
 */
export class PlanCache {
  readonly #known = new KnownRules();
  #young = new PlanTree();
  #old = new PlanTree();
  /** Of the plans in the young tree. */
  #fields = 0;

  /** The plan of a rules map that was used before, is the same object and holds the same strings; null for any other. */
  recall(rules: Readonly<Record<string, unknown>>): Plan | null {
    return this.#known.find(rules);
  }

  find(rules: Readonly<Record<string, unknown>>, make: () => Plan): Plan {
    const place = this.#young.find(rules);
    // Seen twice: it will be used again. Maps made for one request are not worth remembering.
    if (place.plan !== null && place.rules === rules) this.#known.add(rules, place.plan);
    place.rules = rules;
    if (place.plan !== null) return place.plan;
    const plan = this.#old.find(rules).plan ?? make();
    place.plan = plan;
    this.#fields += plan.fields.length;
    if (this.#fields >= mostFields || this.#young.steps >= mostSteps) this.#forget();
    return plan;
  }

  #forget(): void {
    this.#young.close();
    this.#old = this.#young;
    this.#young = new PlanTree();
    this.#fields = 0;
  }
}
