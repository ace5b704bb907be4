/** The members of a schema of zod 4 that tell what it checks. Its core is a documented interface for tools. */
interface ZodNode {
  readonly description?: string;
  readonly _zod: { readonly def: Readonly<Record<string, unknown>> };
}

interface ZodCheck {
  readonly _zod?: { readonly def?: { readonly check?: unknown } };
}

const isNode = (value: object): value is ZodNode => '_zod' in value && typeof value._zod === 'object';

const checksOf = (def: Readonly<Record<string, unknown>>): readonly ZodCheck[] =>
  Array.isArray(def['checks']) ? (def['checks'] as ZodCheck[]) : [];

/** Whether a schema has a function of its author that decides: `.refine()`, `.superRefine()`, `.check()`. */
const isRefined = ({ _zod: { def } }: ZodNode): boolean =>
  def['check'] !== 'custom' && checksOf(def).some((check) => check._zod?.def?.check === 'custom');

interface ArkNode {
  readonly key?: unknown;
  readonly meta?: unknown;
  readonly predicate?: unknown;
}

/** The parts of an ArkType, by the JSON that it gives of itself, that `.narrow()` decides about. */
const narrowedParts = (json: unknown, path = ''): readonly string[] => {
  if (typeof json !== 'object' || json === null) return [];
  if (Array.isArray(json)) return json.flatMap((each) => narrowedParts(each, path));
  const { key, meta, predicate, ...inside } = json as ArkNode;
  const here = typeof key === 'string' ? (path === '' ? key : `${path}.${key}`) : path;
  // A predicate with a description is an object.
  const isBare = meta === undefined && [predicate].flat().some((each) => typeof each === 'string');
  return [...(isBare ? [here] : []), ...Object.values(inside).flatMap((each) => narrowedParts(each, here))];
};

/**
 * The paths of the parts of a schema that code decides about and that no description explains; empty for the schema itself. zod and ArkType
 * silently leave such checks out of their JSON Schema. Valibot refuses to write such a schema.
 */
export const refinedParts = (schema: unknown): readonly string[] => {
  const seen = new Set<object>();
  const found: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isNode(value)) {
      if (isRefined(value) && (value.description ?? '') === '') found.push(path);
      const { checks: _, shape, ...inside } = value._zod.def;
      for (const [name, each] of Object.entries(Object(shape))) visit(each, path === '' ? name : `${path}.${name}`);
      for (const each of Object.values(inside)) visit(each, path);
    } else if (Array.isArray(value)) for (const each of value) visit(each, path);
  };
  visit(schema, '');
  return typeof schema === 'function' && 'json' in schema ? narrowedParts(schema.json) : found;
};
