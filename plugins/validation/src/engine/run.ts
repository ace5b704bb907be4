import type { Context } from '@taproot/core';
import type { Data } from '../data.ts';
import { type FieldPath, wildcard } from '../language/field-path.ts';
import type { Scope, Services } from '../rules/definition.ts';
import { isBlank } from '../values/is-empty.ts';
import { isIndex, isMap, own, ownAt } from '../values/records.ts';
import type { CompiledField, CompiledRule, PlannedField, Verdict } from './compiled-field.ts';
import { Exclusions } from './exclusions.ts';
import { byEvaluation, type EndedRun, type Failure } from './failure.ts';
import type { Plan } from './plan.ts';
import type { VisitedRun } from './plan-code.ts';
import { type FieldVisitor, Walk } from './walk.ts';

/** The limits of one run, for any data. */
export interface Limits {
  /** Concrete fields that one wildcard field may match. */
  readonly fields: number;
  /** Failures after which a run stops looking for more. */
  readonly failures: number;
}

/** The parts that all runs of an engine share. */
export interface RunHost {
  readonly services: Services;
  readonly limits: Limits;
  readonly localeOf: (ctx: Context | null) => string;
  /** Runs after which a plan gets code of its own; 200 when left out. */
  readonly often?: number;
}

// To generate code takes as long as a hundred runs save by it.
const often = 200;

type Keys = readonly (string | number)[];

/** The parts of a run. */
export interface RunInit {
  readonly host: RunHost;
  readonly plan: Plan;
  readonly data: Data;
  readonly ctx: Context | null;
  /** Whether data are wanted with the types that their rules name; a value that cannot be converted fails. */
  readonly typed: boolean;
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

/** One validation: checks the fields of a plan on one input, and collects the failures. */
export class Run implements EndedRun, Scope, FieldVisitor, VisitedRun {
  readonly root: Readonly<Record<string, unknown>>;
  path: Keys = [];
  readonly ctx: Context | null;
  readonly data: Data;
  readonly plan: Plan;
  readonly typed: boolean;
  /** In order of evaluation, once the run has ended. */
  readonly failures: Failure[] = [];
  exclusions: Exclusions | null = null;
  readonly #host: RunHost;
  #walk: Walk | null = null;
  #states: Map<object, unknown> | null = null;
  #pending: Promise<void>[] | null = null;
  #order = 0;

  constructor({ host, plan, data, ctx, typed }: RunInit) {
    this.#host = host;
    this.plan = plan;
    this.data = data;
    this.root = data.all();
    this.ctx = ctx;
    this.typed = typed;
  }

  get locale(): string {
    return this.#host.localeOf(this.ctx);
  }

  valid(): Record<string, unknown> {
    return this.plan.projection.extract(this);
  }

  whole(validated: Record<string, unknown>): Readonly<Record<string, unknown>> {
    return this.plan.projection.merge(this, validated);
  }

  get services(): Services {
    return this.#host.services;
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
      this.failures.sort(byEvaluation);
    });
  }

  #visitAll(): void {
    const { excluding, fields } = this.plan;
    for (const field of excluding) this.#walking().go(field, this.root, true);
    const visits = this.plan.visits(this.#host.often ?? often);
    if (visits === null || this.exclusions !== null) for (const field of fields) this.visit(field);
    else for (const visit of visits) if (!this.isFull) visit(this, this.root);
  }

  get isFull(): boolean {
    return this.failures.length >= this.#host.limits.failures;
  }

  get most(): number {
    return this.#host.limits.fields;
  }

  visit(field: PlannedField): void {
    if (this.isFull) return;
    if (field.keys !== null && field.meets.length === 0) this.#visitPlace(field, field.keys);
    else this.#walking().go(field, this.root, false);
  }

  /** Most fields mean one place: no walk for them. */
  #visitPlace(field: PlannedField, keys: readonly string[]): void {
    this.path = keys;
    if (this.exclusions !== null && this.exclusions.has(keys)) return;
    this.evaluate(field, ownAt(this.root, keys));
  }

  /** Few runs go through wildcards. */
  #walking(): Walk {
    return (this.#walk ??= new Walk(this, this.#host.limits.fields));
  }

  exclude(field: PlannedField, value: unknown): void {
    if (!field.exclusions.some(({ check }) => check(value, this) === true)) return;
    this.exclusions ??= new Exclusions();
    this.exclusions.add(this.path);
  }

  judge(field: PlannedField, value: unknown): void {
    if (this.isFull) return;
    if (this.exclusions?.has(this.path) === true) return;
    if (field.meets.length === 0) return this.evaluate(field, value);
    const meeting = field.meets.filter((other) => sharesPath(other.path, this.path));
    const earlier = meeting.filter(({ order }) => order < field.order);
    if (earlier.some((other) => reaches(other.path, this.root, this.path))) return;
    const later = meeting.filter(({ order }) => order > field.order);
    this.evaluate(later.length === 0 ? field : this.plan.merge([field, ...later]), value);
  }

  /** Asks the field's rules about a value; from the one at `from` on, when that has given its verdict already. */
  evaluate(field: CompiledField, value: unknown, from = -1, known?: Verdict | Promise<Verdict>): void {
    if (field.sometimes && value === undefined) return;
    this.#order++;
    const skipping =
      value === undefined || (typeof value === 'string' && isBlank(value)) || (value === null && field.nullable);
    const rules = skipping ? field.implicit : field.rules;
    let failed = false;
    for (let i = Math.max(from, 0); i < rules.length; i++) {
      const rule = rules[i] as CompiledRule;
      if (failed && rule.last) continue;
      const verdict = i === from ? (known as Verdict | Promise<Verdict>) : rule.check(value, this);
      if (verdict === true) continue;
      if (typeof verdict === 'object') {
        this.#pending ??= [];
        this.#pending.push(this.#resume({ field, rules, at: i, value, failed, order: this.#order }, verdict));
        return;
      }
      this.#fail(field, rule, value, verdict, this.path, this.#order);
      if (field.bail || rule.stops) return;
      failed = true;
    }
    if (this.typed && !skipping && !failed) this.#judgeType(field, value, this.path, this.#order);
  }

  /** Fails a value that cannot be given with the type of its rules. */
  #judgeType(field: CompiledField, value: unknown, keys: Keys, order: number): void {
    const { conversion } = field;
    if (conversion === null || conversion.convert(value) !== undefined) return;
    this.#fail(field, conversion.rule, value, false, keys, order);
  }

  /**
   * Runs the remaining rules of a field after one had to wait. The run has moved on by then, so this keeps its own
   * path.
   */
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
    if (this.typed && rules === field.rules && !failedBefore) this.#judgeType(field, value, scope.path, order);
  }

  #fork(): Scope {
    const { root, path, ctx, locale, services, data } = this;
    return { root, path: path.slice(), ctx, locale, services, data, state: (token, make) => this.state(token, make) };
  }

  #fail(field: CompiledField, rule: CompiledRule, value: unknown, verdict: Verdict, at: Keys, order: number): void {
    // The path of a walk is written over at its next step.
    const keys = field.keys ?? at.slice();
    this.failures.push({ keys, rule, field, value, text: typeof verdict === 'string' ? verdict : null, order });
  }
}

/** Whether a path matches the field at `keys`; both have the same length. */
const sharesPath = ({ segments }: FieldPath, keys: Keys): boolean =>
  segments.every((segment, i) => segment === wildcard || segment === String(keys[i]));

/** Whether walking a path over the input arrives at `keys`: a wildcard only takes keys that are there. */
const reaches = ({ segments }: FieldPath, root: unknown, keys: Keys): boolean => {
  let container = root;
  for (const [depth, segment] of segments.entries()) {
    const key = keys[depth] ?? '';
    if (segment === wildcard && !hasEntry(container, key)) return false;
    container = own(container, key);
  }
  return true;
};

const hasEntry = (container: unknown, key: string | number): boolean =>
  Array.isArray(container)
    ? isIndex(key) && Number(key) < container.length
    : isMap(container) && Object.hasOwn(container, key);
