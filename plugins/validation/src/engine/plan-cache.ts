import { isRuleSpec } from '../language/rule-spec.ts';
import { isMap } from '../values/records.ts';
import type { Plan } from './plan.ts';

type RulesMap = Readonly<Record<string, unknown>>;

const isObject = (key: unknown): key is object =>
  (typeof key === 'object' && key !== null) || typeof key === 'function';

/** One step into a rules map: the name of a field, a rule text, an option. */
class Step {
  /** The plan of the rules map that ends here. */
  plan: Plan | null = null;
  /** The rules map that led here last. */
  rules: RulesMap | null = null;
  // Nearly every step has one successor; a Map is made for the second.
  #key: unknown;
  #next: Step | null = null;
  #more: Map<unknown, Step> | null = null;
  // A function may hold a whole request: it is forgotten with it, and so is what lies behind.
  #weak: WeakMap<object, Step> | null = null;

  find(key: unknown): Step | undefined {
    if (this.#next !== null && this.#key === key) return this.#next;
    return isObject(key) ? this.#weak?.get(key) : this.#more?.get(key);
  }

  add(key: unknown): Step {
    const step = new Step();
    if (isObject(key)) {
      this.#weak ??= new WeakMap();
      this.#weak.set(key, step);
    } else if (this.#next === null) {
      this.#key = key;
      this.#next = step;
    } else {
      this.#more ??= new Map();
      this.#more.set(key, step);
    }
    return step;
  }
}

const open = Symbol('[');
const close = Symbol(']');
const openMap = Symbol('{');

// A field of a plan takes some 9 KiB, a step a hundred bytes.
const mostFields = 8000;
const mostSteps = 100_000;

/**
 * Plans of rules maps. A frozen map, as `defineRules()` gives it, carries its plan. Other maps are found by what they say:
 * a literal in a handler is a new object for each request, and to make its plan again costs 160 us (8 fields), to find it
 * here 0.2. Names and strings are compared one by one; functions, and objects with options of their own, by identity.
 *
 * A map that holds a value of its request, such as the id that `unique` leaves out, makes a plan that is used once. When
 * such plans have filled the cache, it begins anew.
 */
export class PlanCache {
  readonly #carried = new WeakMap<RulesMap, Plan>();
  #root = new Step();
  #fields = 0;
  #steps = 0;

  /** The plan of a frozen map that was used before; null for any other. */
  carried(rules: RulesMap): Plan | null {
    return this.#carried.get(rules) ?? null;
  }

  /** The plan of a rules map; `make` is called when it has none yet. */
  find(rules: RulesMap, make: () => Plan): Plan {
    const place = this.#walk(rules);
    if (place.plan === null) {
      place.plan = make();
      this.#fields += place.plan.fields.length;
      if (this.#fields >= mostFields || this.#steps >= mostSteps) this.#forget();
    } else if (place.rules === rules && isFixed(rules)) this.#carried.set(rules, place.plan);
    place.rules = rules;
    return place.plan;
  }

  #forget(): void {
    this.#root = new Step();
    this.#fields = 0;
    this.#steps = 0;
  }

  #walk(rules: RulesMap): Step {
    let step = this.#root;
    // Nearly never, and to ask for each field takes longer than all the rest.
    const inherits = hasMembers(Object.getPrototypeOf(rules));
    for (const field in rules) {
      if (inherits && !Object.hasOwn(rules, field)) continue;
      const given = rules[field];
      step = this.#next(step, field);
      step = typeof given === 'string' ? this.#next(step, given) : this.#into(step, given);
    }
    return step;
  }

  #into(step: Step, rules: unknown): Step {
    if (Array.isArray(rules)) {
      let inner = this.#next(step, open);
      for (const rule of rules) inner = this.#into(inner, rule);
      return this.#next(inner, close);
    }
    if (rules instanceof RegExp) return this.#next(this.#next(this.#next(step, open), rules.source), rules.flags);
    if (!isRuleSpec(rules)) return this.#next(step, rules);
    let inner = this.#next(this.#next(step, open), rules.rule);
    for (const parameter of rules.parameters) inner = this.#next(inner, parameter);
    return this.#next(this.#intoOptions(inner, rules.options), close);
  }

  /** Options of rule objects are rebuilt per request like the objects, so they are compared by content, not by identity. */
  #intoOptions(step: Step, options: unknown): Step {
    if (Array.isArray(options)) {
      let inner = this.#next(step, open);
      for (const option of options) inner = this.#intoOptions(inner, option);
      return this.#next(inner, close);
    }
    if (!isMap(options) || isRuleSpec(options)) return this.#into(step, options);
    let inner = this.#next(step, openMap);
    for (const key of Object.keys(options)) inner = this.#intoOptions(this.#next(inner, key), options[key]);
    return this.#next(inner, close);
  }

  #next(step: Step, key: unknown): Step {
    const next = step.find(key);
    if (next !== undefined) return next;
    this.#steps++;
    return step.add(key);
  }
}

/** Whether a prototype has members that `for` takes for fields of a map. */
const hasMembers = (prototype: unknown): boolean => {
  for (const _member in prototype as object) return true;
  return false;
};

/** Whether a map and the lists in it can say nothing else later. */
const isFixed = (rules: object): boolean =>
  Object.isFrozen(rules) &&
  Object.values(rules).every((entry) => !isObject(entry) || !(Array.isArray(entry) || isMap(entry)) || isFixed(entry));
