import { errors } from '../errors.ts';
import { parseFieldPath } from '../language/field-path.ts';
import type { RuleRegistry } from '../rules/registry.ts';
import {
  type CompileContext,
  canMeet,
  compileField,
  conversionOf,
  declaredKind,
  isParsed,
  type ParsedField,
} from './compile-field.ts';
import type { CompiledField, PlannedField } from './compiled-field.ts';
import { type Containers, containersOf } from './containers.ts';
import { type ParsedRule, parseRules } from './parse-rules.ts';
import { generateVisits, type Visit } from './plan-code.ts';
import { Projection } from './projection.ts';

/** A rules map, compiled; made once for each shape and never changed, so that requests may share it. */
export class Plan {
  readonly fields: readonly PlannedField[];
  /** Fields with `exclude` rules: they are asked before all others. */
  readonly excluding: readonly PlannedField[];
  /** Paths at which a list or a map belongs, outer ones first. */
  readonly containers: Containers;
  /** Takes the valid data out of the input. */
  readonly projection: Projection;
  readonly #parsed: readonly ParsedField[];
  readonly #context: CompileContext;
  readonly #merged = new Map<string, CompiledField>();
  #uses = 0;
  #visits: readonly Visit[] | null = null;

  constructor(rules: Readonly<Record<string, unknown>>, registry: RuleRegistry) {
    const names = Object.keys(rules);
    if (names.length === 0) throw errors.E_RULES_EMPTY();
    this.#parsed = names.map((name) => ({
      path: parseFieldPath(name),
      rules: parseRules(rules[name], name, registry),
    }));
    const known = new Map(this.#parsed.map(({ path, rules: parsed }) => [path.text, parsed.filter(isParsed)]));
    const rulesOf = (field: string): readonly ParsedRule[] => known.get(field) ?? [];
    this.#context = { registry, rulesOf, kindOf: (field) => declaredKind(rulesOf(field)) };
    this.fields = this.#planFields();
    this.excluding = this.fields.filter(({ exclusions }) => exclusions.length > 0);
    this.containers = containersOf(this.#parsed);
    this.projection = new Projection(this.fields);
  }

  /** Generated code for the fields, from the `often`-th run on; null before. Each run asks once. */
  visits(often: number): readonly Visit[] | null {
    if (++this.#uses === often) {
      this.#visits = generateVisits(this.fields);
      this.projection.generate();
    }
    return this.#visits;
  }

  /** The rules of several fields that meet in one, in the order of the map. */
  merge(fields: readonly PlannedField[]): CompiledField {
    const key = fields.map(({ order }) => order).join(',');
    const known = this.#merged.get(key);
    if (known !== undefined) return known;
    const parsed = fields.flatMap(({ order }) => this.#parsed[order] ?? []);
    const siblings = parsed.flatMap(({ rules }) => rules);
    const parts = parsed.map((field) => compileField(field, this.#context, siblings));
    const [first] = parts;
    if (first === undefined) throw errors.E_RULES_EMPTY();
    const rules = parts.flatMap((part) => part.rules);
    const merged = {
      ...first,
      rules,
      conversion: conversionOf(rules, first.kind),
      implicit: parts.flatMap(({ implicit }) => implicit),
      exclusions: parts.flatMap(({ exclusions }) => exclusions),
    };
    this.#merged.set(key, merged);
    return merged;
  }

  #planFields(): readonly PlannedField[] {
    const meets: PlannedField[][] = this.#parsed.map(() => []);
    const fields = this.#parsed.map((field, order) => ({
      ...compileField(field, this.#context),
      order,
      meets: meets[order] ?? [],
    }));
    const wild = fields.filter(({ path }) => path.wildcards > 0);
    for (const one of wild) {
      for (const other of fields) {
        if (one === other || !canMeet(one.path, other.path)) continue;
        meets[one.order]?.push(other);
        if (other.path.wildcards === 0) meets[other.order]?.push(one);
      }
    }
    for (const list of meets) list.sort((a, b) => a.order - b.order);
    return fields;
  }
}
