import { isRuleSpec } from '../rule-objects/rule-spec.ts';
import { isMap } from '../values/is-map.ts';
import { KnownRules } from './known-rules.ts';
import type { Plan } from './plan.ts';

const isObject = (key: unknown): key is object =>
  (typeof key === 'object' && key !== null) || typeof key === 'function';

/** One step into a rules map that was seen before. */
class Node {
  plan: Plan | null = null;
  /** The rules map that led here last. */
  rules: object | null = null;
  // Nearly every node has one child; a Map is made for the second.
  #key: unknown;
  #child: Node | null = null;
  #more: Map<unknown, Node> | null = null;
  // A function may hold a whole request: it is forgotten with it, and so is what lies behind.
  #weak: WeakMap<object, Node> | null = null;

  find(key: unknown): Node | undefined {
    if (this.#child !== null && this.#key === key) return this.#child;
    return isObject(key) ? this.#weak?.get(key) : this.#more?.get(key);
  }

  add(key: unknown): Node {
    const node = new Node();
    if (isObject(key)) {
      this.#weak ??= new WeakMap();
      this.#weak.set(key, node);
    } else if (this.#child === null) {
      this.#key = key;
      this.#child = node;
    } else {
      this.#more ??= new Map();
      this.#more.set(key, node);
    }
    return node;
  }
}

const open = Symbol('[');
const close = Symbol(']');
const openMap = Symbol('{');

/**
 * Plans by the shape of their rules map, so that maps built anew for each request share one. Walks names and texts as a
 * tree, which costs a comparison a step; functions and rule objects with options count by identity.
 */
export class PlanCache {
  readonly #limit: number;
  readonly #known = new KnownRules();
  #root = new Node();
  #size = 0;

  /** `limit` is in steps; when it is reached everything is forgotten. */
  constructor(limit = 50_000) {
    this.#limit = limit;
  }

  /** The plan of a rules map that was used before, is the same object and holds the same texts; null for any other. */
  recall(rules: Readonly<Record<string, unknown>>): Plan | null {
    return this.#known.find(rules);
  }

  find(rules: Readonly<Record<string, unknown>>, make: () => Plan): Plan {
    let node = this.#root;
    for (const field in rules) {
      if (!Object.hasOwn(rules, field)) continue;
      node = this.#into(this.#step(node, field), rules[field]);
    }
    // Seen twice: it will be used again. Maps made for one request are not worth remembering.
    if (node.plan !== null && node.rules === rules) this.#known.add(rules, node.plan);
    node.rules = rules;
    if (node.plan !== null) return node.plan;
    const plan = make();
    node.plan = plan;
    if (this.#size > this.#limit) {
      this.#root = new Node();
      this.#size = 0;
    }
    return plan;
  }

  #into(node: Node, rules: unknown): Node {
    if (Array.isArray(rules)) {
      let inner = this.#step(node, open);
      for (const rule of rules) inner = this.#into(inner, rule);
      return this.#step(inner, close);
    }
    if (rules instanceof RegExp) return this.#step(this.#step(this.#step(node, open), rules.source), rules.flags);
    if (!isRuleSpec(rules)) return this.#step(node, rules);
    let inner = this.#step(this.#step(node, open), rules.rule);
    for (const parameter of rules.parameters) inner = this.#step(inner, parameter);
    return this.#step(this.#intoOptions(inner, rules.options), close);
  }

  /** What rule objects carry is as new for each request as they are: alternatives of rules, conditions of a query. */
  #intoOptions(node: Node, options: unknown): Node {
    if (Array.isArray(options)) {
      let inner = this.#step(node, open);
      for (const option of options) inner = this.#intoOptions(inner, option);
      return this.#step(inner, close);
    }
    if (!isMap(options) || isRuleSpec(options)) return this.#into(node, options);
    let inner = this.#step(node, openMap);
    for (const key of Object.keys(options)) inner = this.#intoOptions(this.#step(inner, key), options[key]);
    return this.#step(inner, close);
  }

  #step(node: Node, key: unknown): Node {
    const next = node.find(key);
    if (next !== undefined) return next;
    this.#size++;
    return node.add(key);
  }
}
