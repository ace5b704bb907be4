import type { api } from './compiler-modules.ts';
import type { ShapeNotes, TypeShape } from './type-shape.ts';

type Keywords = Record<string, unknown>;
type Kind = 'string' | 'number' | 'boolean' | 'null' | 'any';

/** Tags whose value is a number, and the keyword of the same name. */
const numeric = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]);

/** Tags whose value is text. */
const textual = new Set(['format', 'pattern']);

/**
 * The keywords of JSON Schema that the tags of a doc comment say: `@minimum 0`, `@format email`, `@default 10`, `@example "Chair"`,
 * `@deprecated`.
 * @param isOwn whether the application wrote the comment; tags of packages that cannot be used are skipped
 */
export const notesOf = (
  { doc, tags, isOwn }: { readonly doc: string; readonly tags: readonly api.JSDocTagInfo[]; readonly isOwn: boolean },
  shape: TypeShape,
): ShapeNotes => {
  const keywords: Keywords = {};
  const faults: string[] = [];
  const examples: unknown[] = [];
  for (const { name, text = '' } of tags) {
    const value = text.trim();
    if (name === 'deprecated') keywords['deprecated'] = true;
    else if (name === 'example') examples.push(...valueOf(value, shape));
    else if (name === 'default' || name === 'defaultValue') {
      const [found] = valueOf(value, shape);
      if (found === undefined) faults.push(`@${name} ${value} does not have the type of its member`);
      else keywords['default'] = found;
    } else if (textual.has(name)) {
      if (value === '') faults.push(`@${name} has no value`);
      else keywords[name] = value;
    } else if (numeric.has(name)) {
      if (value === '' || !Number.isFinite(Number(value))) faults.push(`@${name} ${value} is not a number`);
      else keywords[name] = Number(value);
    }
  }
  if (examples.length > 0) keywords['examples'] = examples;
  return { doc, keywords, faults: isOwn ? faults : [] };
};

/** The value of a tag, as a list of one; empty if it does not have that type, such as the code of an example. */
const valueOf = (text: string, shape: TypeShape): readonly unknown[] => {
  const kinds = kindsOf(shape);
  const parsed = parse(text);
  if (parsed !== undefined && (kinds.has('any') || kinds.has(kindOf(parsed)))) return [parsed];
  return kinds.has('string') && text !== '' ? [text.replace(/^(['"`])(.*)\1$/s, '$2')] : [];
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const kindOf = (value: unknown): Kind => {
  const kind = typeof value;
  if (value === null) return 'null';
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'any';
};

const kindsOf = (shape: TypeShape): ReadonlySet<Kind> => {
  switch (shape.kind) {
    case 'string':
    case 'date':
    case 'template':
      return new Set(['string']);
    case 'integer':
    case 'number':
      return new Set(['number']);
    case 'boolean':
    case 'null':
      return new Set([shape.kind]);
    case 'literal':
      return new Set([kindOf(shape.value)]);
    case 'union':
      return new Set(shape.of.flatMap((each) => [...kindsOf(each)]));
    default:
      return new Set(['any']);
  }
};
