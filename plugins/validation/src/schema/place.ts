import { conjoin } from '../json-schema/conjoin.ts';
import type { JsonSchema } from '../json-schema/json-schema.ts';
import { prune } from '../json-schema/prune.ts';
import { type FieldPath, type Segment, tryFieldPath, wildcard } from '../language/field-path.ts';
import type { Condition } from '../rules/rule-schema.ts';
import { isIndex } from '../values/records.ts';
import { commonDepth, conditionSchema, fieldsOf, mostPlaces, placed } from './condition.ts';
import type { FieldSchema } from './field-schema.ts';
import type { GapList } from './gaps.ts';

/** The finished schema of a place, and whether the place must be present. */
export interface Emitted {
  readonly schema: JsonSchema;
  readonly must: boolean;
}

/** One place in the input, with the rules for it, for the places below it and for its entries. */
export class Place {
  readonly #children = new Map<string, Place>();
  readonly #segments: readonly Segment[];
  /** The conditions of fields below that concern this place. */
  readonly #conditions: JsonSchema[] = [];
  /** Conditions that always apply. */
  readonly #facts: JsonSchema[] = [];
  #entries: Place | null = null;
  #field: { readonly path: FieldPath; readonly says: FieldSchema } | null = null;
  /** Whether the rules of another field also apply here. */
  #isShared = false;

  constructor(segments: readonly Segment[] = []) {
    this.#segments = segments;
  }

  /** Adds the schema of a field. `isShared` is true if another path with a wildcard means the same place. */
  add(path: FieldPath, says: FieldSchema, isShared: boolean): void {
    const place = path.segments.reduce((above: Place, segment) => above.#below(segment), this);
    place.#field = { path, says };
    place.#isShared = isShared;
  }

  #below(segment: Segment): Place {
    if (segment === wildcard) return (this.#entries ??= new Place([...this.#segments, segment]));
    const known = this.#children.get(segment) ?? new Place([...this.#segments, segment]);
    this.#children.set(segment, known);
    return known;
  }

  /** The schema of the place. `above` are the places from the root to here. */
  emit(gaps: GapList, above: readonly Place[] = []): Emitted {
    const line = [...above, this];
    const inner = this.#emitBelow(gaps, line);
    // A shared place has rules of several fields, but only the control rules of the first. So the schema does not use
    // control rules here.
    if (this.#isShared) {
      this.#report(gaps, 'rules of several fields apply here, which a schema leaves open');
      return { schema: {}, must: false };
    }
    this.#addConditionals(gaps, line);
    const own = this.#field?.says;
    const whole = [
      inner.schema,
      ...this.#facts,
      ...(this.#conditions.length === 0 ? [] : [{ allOf: this.#conditions }]),
    ];
    const emitted = {
      schema: whole.reduce(conjoin, own?.schema ?? {}),
      must: inner.must || own?.absent === false,
    };
    return this.#exclude(emitted, gaps, above);
  }

  #emitBelow(gaps: GapList, line: readonly Place[]): Emitted {
    const entry = this.#entries?.emit(gaps, line).schema;
    const children = [...this.#children].map(([key, place]) => {
      const { schema, must } = place.emit(gaps, line);
      // `items` and `additionalProperties` do not apply to places with their own keyword, so add the schema of entries here.
      return [key, { schema: entry === undefined ? schema : conjoin(schema, entry), must }] as const;
    });
    const properties = children.filter(([, { schema }]) => Object.keys(schema).length > 0 || entry !== undefined);
    const required = children.filter(([, { must }]) => must).map(([key]) => key);
    const named: JsonSchema = {
      ...(properties.length === 0
        ? {}
        : { properties: Object.fromEntries(properties.map(([key, { schema }]) => [key, schema])) }),
      ...(required.length === 0 ? {} : { required }),
      ...this.#listed(children, entry),
      ...(entry === undefined ? {} : { items: entry, additionalProperties: entry }),
    };
    if (required.length === 0) return { schema: named, must: false };
    // A list has only indexes. If any other key is required, the value cannot be a list.
    return {
      schema: prune({ ...named, type: required.every(isIndex) ? ['array', 'object'] : 'object' }),
      must: true,
    };
  }

  /** The schema of entries that rules name by index. */
  #listed(children: readonly (readonly [string, Emitted])[], entry: JsonSchema | undefined): JsonSchema {
    const indexed = children.filter(([key]) => isIndex(key));
    if (indexed.length === 0) return {};
    const last = Math.max(...indexed.map(([key]) => Number(key)));
    const mustHave = indexed.filter(([, { must }]) => must).map(([key]) => Number(key) + 1);
    const minItems = mustHave.length === 0 ? {} : { minItems: Math.max(...mustHave) };
    if (last >= mostPlaces) return { ...minItems, ...(entry === undefined ? {} : { prefixItems: open(last + 1) }) };
    const known = new Map(indexed.map(([key, { schema }]) => [Number(key), schema]));
    return { ...minItems, prefixItems: Array.from({ length: last + 1 }, (_, at) => known.get(at) ?? entry ?? {}) };
  }

  /** Adds the conditions of a field to the object that contains all fields in them. */
  #addConditionals(gaps: GapList, line: readonly Place[]): void {
    for (const { condition, fields } of this.#field?.says.conditionals ?? []) {
      const isAlways = 'every' in condition && condition.every.length === 0;
      // A condition that always applies also names the field itself, because entries of a list are not always present.
      const own = isAlways ? [this.#field?.path.text ?? ''] : [];
      const depth = commonDepth(this.#segments, [
        ...own,
        ...fieldsOf(condition),
        ...fields.map(({ field }) => field).filter((field) => field !== this.#field?.path.text),
      ]);
      const around = line[depth ?? 0];
      if (depth === null || around === undefined || line.some((place) => place.#isOpen)) {
        this.#report(gaps, 'a condition on other fields that no schema can say');
        continue;
      }
      const then = fields
        .map(({ field, always }) => placed(segmentsOf(field, this.#field?.path, depth), always).schema)
        .reduce(conjoin, {});
      if (isAlways) around.#facts.push(then);
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      else around.#conditions.push({ if: conditionSchema(condition, depth), then });
    }
  }

  /** Whether rules of the place apply only to some input. */
  get #isOpen(): boolean {
    return this.#isShared || (this.#field?.says.exclusions.length ?? 0) > 0;
  }

  /** A field that is excluded under a condition has a schema with the same condition. */
  #exclude(emitted: Emitted, gaps: GapList, above: readonly Place[]): Emitted {
    const exclusions = this.#field?.says.exclusions ?? [];
    if (exclusions.length === 0) return emitted;
    const { schema } = emitted;
    const left: JsonSchema = { 'x-taproot-rules': schema['x-taproot-rules'] };
    const conditions = exclusions.filter((exclusion): exclusion is Condition => exclusion !== true);
    if (conditions.length < exclusions.length)
      return { schema: { ...left, description: 'Is left out of the valid data.' }, must: false };
    const depth = commonDepth(this.#segments, conditions.flatMap(fieldsOf));
    const around = above[depth ?? 0];
    if (depth === null || around === undefined || above.some((place) => place.#isOpen))
      this.#report(gaps, 'a condition on other fields that no schema can say');
    else
      around.#conditions.push({
        if: conditionSchema({ some: conditions }, depth),
        else: placed(this.#segments.slice(depth), { schema, absent: !emitted.must }).schema,
      });
    return { schema: left, must: false };
  }

  #report(gaps: GapList, reason: string): void {
    const field = this.#field?.path.text;
    const rules = this.#field?.says.schema['x-taproot-rules'];
    if (field !== undefined && Array.isArray(rules)) gaps.add(field, rules.join('|'), 'inexact', reason);
  }
}

const open = (count: number): readonly JsonSchema[] => Array.from({ length: count }, () => ({}));

const segmentsOf = (field: string, own: FieldPath | undefined, depth: number): readonly Segment[] => {
  const segments = field === own?.text ? own.segments : (tryFieldPath(field)?.segments ?? []);
  return segments.slice(depth);
};
