import type { Context } from '@taproot/core';
import type { Data } from '../data.ts';
import { errors } from '../errors.ts';
import type { Scope, Services } from '../rules/scope.ts';
import { isBlank } from '../values/is-empty.ts';
import { isMap } from '../values/is-map.ts';
import { own } from '../values/own.ts';
import type { CompiledField, CompiledRule, Verdict } from './compiled-field.ts';
import { Exclusions } from './exclusions.ts';
import { reaches, sharesPath } from './meeting.ts';
import type { Plan, PlannedField } from './plan.ts';

/** What bounds one run, whatever the data. */
export interface Limits {
  /** Concrete fields that one wildcard field may stand for. */
  readonly fields: number;
  /** Failures after which a run stops looking for more. */
  readonly failures: number;
}

/** One rule that a field failed. */
export interface Failure {
  /** Keys of the concrete field. */
  readonly keys: readonly (string | number)[];
  readonly rule: CompiledRule;
  readonly field: CompiledField;
  readonly value: unknown;
  /** The message, when the rule gave one itself. */
  readonly text: string | null;
  /** Number of the concrete field in the order of evaluation. */
  readonly order: number;
}

/** What a run is made of. */
export interface RunInit {
  readonly plan: Plan;
  readonly data: Data;
  readonly ctx: Context | null;
  readonly locale: string;
  readonly services: Services;
  readonly limits: Limits;
}

/** A field whose rules wait at one of them. */
interface Paused {
  readonly field: CompiledField;
  readonly rules: readonly CompiledRule[];
  readonly at: number;
  readonly value: unknown;
  readonly failed: boolean;
  readonly order: number;
}

/** One validation: goes through the fields of a plan over one input and keeps what failed. */
export class Run implements Scope {
  readonly root: Readonly<Record<string, unknown>>;
  readonly path: (string | number)[] = [];
  readonly ctx: Context | null;
  readonly locale: string;
  readonly services: Services;
  readonly data: Data;
  readonly plan: Plan;
  /** In order of evaluation, once the run has ended. */
  readonly failures: Failure[] = [];
  exclusions: Exclusions | null = null;
  readonly #limits: Limits;
  #states: Map<object, unknown> | null = null;
  #pending: Promise<void>[] | null = null;
  #order = 0;
  #leaves = 0;

  constructor({ plan, data, ctx, locale, services, limits }: RunInit) {
    this.plan = plan;
    this.data = data;
    this.root = data.all();
    this.ctx = ctx;
    this.locale = locale;
    this.services = services;
    this.#limits = limits;
  }

  state<Value>(token: object, make: () => Value): Value {
    this.#states ??= new Map();
    if (!this.#states.has(token)) this.#states.set(token, make());
    // One maker fills each token.
    return this.#states.get(token) as Value;
  }

  /** Runs everything; a promise only when some rule needed one. */
  start(): Promise<void> | null {
    try {
      this.#visitAll();
    } catch (error) {
      // Nobody will await those that wait already.
      for (const pending of this.#pending ?? []) pending.catch(() => undefined);
      throw error;
    }
    if (this.#pending === null) return null;
    return Promise.all(this.#pending).then(() => {
      this.failures.sort((a, b) => a.order - b.order || position(a) - position(b));
    });
  }

  #visitAll(): void {
    for (const field of this.plan.excluding) this.#walk(field, true);
    for (const field of this.plan.fields) {
      if (this.failures.length >= this.#limits.failures) break;
      if (field.key !== null && field.meets.length === 0) this.#visitTop(field, field.key);
      else this.#walk(field, false);
    }
  }

  /** Most fields are a key of the root: no walk for them. */
  #visitTop(field: PlannedField, key: string): void {
    this.#cutPath(1);
    this.path[0] = key;
    if (this.exclusions?.has(this.path) === true) return;
    this.#evaluate(field, own(this.root, key));
  }

  /** Setting the length of a list is slow, and nearly always changes nothing. */
  #cutPath(length: number): void {
    if (this.path.length > length) this.path.length = length;
  }

  /** Visits every concrete field a path stands for: an absent last key counts, a list without entries has none. */
  #walk(field: PlannedField, excluding: boolean): void {
    this.#leaves = 0;
    this.#cutPath(field.path.segments.length);
    this.#descend(field, this.root, 0, excluding);
  }

  #descend(field: PlannedField, container: unknown, from: number, excluding: boolean): void {
    const { segments } = field.path;
    let value = container;
    for (let depth = from; depth < segments.length; depth++) {
      const segment = segments[depth];
      if (typeof segment !== 'string') return this.#spread(field, value, depth, excluding);
      this.path[depth] = segment;
      value = own(value, segment);
    }
    this.#count(field);
    if (excluding) this.#exclude(field, value);
    else this.#visit(field, value);
  }

  /** A wildcard: takes every key that is there. */
  #spread(field: PlannedField, container: unknown, depth: number, excluding: boolean): void {
    if (Array.isArray(container)) {
      for (let i = 0; i < container.length; i++) {
        this.path[depth] = i;
        this.#descend(field, container[i], depth + 1, excluding);
      }
    } else if (isMap(container)) {
      for (const key of Object.keys(container)) {
        this.path[depth] = key;
        this.#descend(field, container[key], depth + 1, excluding);
      }
    }
  }

  #count(field: PlannedField): void {
    if (++this.#leaves <= this.#limits.fields) return;
    throw errors.E_FIELDS_TOO_MANY({ field: field.path.text, limit: this.#limits.fields });
  }

  #exclude(field: PlannedField, value: unknown): void {
    if (!field.exclusions.some(({ check }) => check(value, this) === true)) return;
    this.exclusions ??= new Exclusions();
    this.exclusions.add(this.path);
  }

  #visit(field: PlannedField, value: unknown): void {
    if (this.failures.length >= this.#limits.failures) return;
    if (this.exclusions?.has(this.path) === true) return;
    if (field.meets.length === 0) return this.#evaluate(field, value);
    const meeting = field.meets.filter((other) => sharesPath(other.path, this.path));
    const earlier = meeting.filter(({ order }) => order < field.order);
    if (earlier.some((other) => reaches(other.path, this.root, this.path))) return;
    const later = meeting.filter(({ order }) => order > field.order);
    this.#evaluate(later.length === 0 ? field : this.plan.merge([field, ...later]), value);
  }

  #evaluate(field: CompiledField, value: unknown): void {
    if (field.sometimes && value === undefined) return;
    this.#order++;
    const skipping =
      value === undefined || (typeof value === 'string' && isBlank(value)) || (value === null && field.nullable);
    const rules = skipping ? field.implicit : field.rules;
    let failed = false;
    for (let i = 0; i < rules.length; i++) {
      const rule = rules[i] as CompiledRule;
      if (failed && rule.last) continue;
      const verdict = rule.check(value, this);
      if (verdict === true) continue;
      if (typeof verdict === 'object') {
        this.#pending ??= [];
        this.#pending.push(this.#resume({ field, rules, at: i, value, failed, order: this.#order }, verdict));
        return;
      }
      this.#fail(field, rule, value, verdict, this.path.slice(), this.#order);
      if (field.bail || rule.stops) return;
      failed = true;
    }
  }

  /** The rest of a field's rules once one of them had to wait; by then the run has moved on, so it keeps its own path. */
  async #resume({ field, rules, at, value, order, failed }: Paused, first: Promise<Verdict>): Promise<void> {
    const scope = this.#fork();
    let failedBefore = failed;
    for (let i = at; i < rules.length; i++) {
      const rule = rules[i] as CompiledRule;
      if (failedBefore && rule.last) continue;
      const verdict = await (i === at ? first : rule.check(value, scope));
      if (verdict === true) continue;
      this.#fail(field, rule, value, verdict, scope.path, order);
      if (field.bail || rule.stops) return;
      failedBefore = true;
    }
  }

  #fork(): Scope {
    const { root, path, ctx, locale, services, data } = this;
    return { root, path: path.slice(), ctx, locale, services, data, state: (token, make) => this.state(token, make) };
  }

  #fail(
    field: CompiledField,
    rule: CompiledRule,
    value: unknown,
    verdict: Verdict,
    keys: readonly (string | number)[],
    order: number,
  ): void {
    this.failures.push({ keys, rule, field, value, text: typeof verdict === 'string' ? verdict : null, order });
  }
}

const position = ({ field, rule }: Failure): number => field.rules.indexOf(rule);
