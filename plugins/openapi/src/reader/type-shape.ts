import type { AuthorFrame } from '@taproot/core/internal';

/** The doc comment of a member or of a named type. */
export interface ShapeNotes {
  /** The text; empty for none. */
  readonly doc: string;
  /** Keywords of JSON Schema that its tags say: `{ minimum: 0 }` for `@minimum 0`. */
  readonly keywords: Readonly<Record<string, unknown>>;
  /** Tags whose values cannot be used, each as a sentence for a gap. */
  readonly faults: readonly string[];
}

/** A member of an object, as JSON has it. */
export interface ShapeMember extends ShapeNotes {
  readonly name: string;
  /** Whether JSON may leave it out: an optional member, or one that may be undefined. */
  readonly optional: boolean;
  readonly shape: TypeShape;
}

/** A type as JSON writes it. It does not depend on a compiler, so every version of TypeScript gives the same. */
export type TypeShape =
  | { readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'date' }
  /** Types that JSON leaves out: undefined, a function, a symbol, never. */
  | { readonly kind: 'absent' }
  /** Any JSON value. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  /** A template literal type; `pattern` is a regular expression for the whole string. */
  | { readonly kind: 'template'; readonly pattern: string }
  /** `open` is the shape of further members; null when there are none. */
  | { readonly kind: 'object'; readonly members: readonly ShapeMember[]; readonly open: TypeShape | null }
  | { readonly kind: 'array'; readonly of: TypeShape }
  /** `rest` is the shape of the entries after `of`; null if there are none. The first `required` entries must exist. */
  | {
      readonly kind: 'tuple';
      readonly of: readonly TypeShape[];
      readonly required: number;
      readonly rest: TypeShape | null;
    }
  | { readonly kind: 'union'; readonly of: readonly TypeShape[] }
  /** A named type; see `TypeReader.named`. */
  | { readonly kind: 'ref'; readonly id: string }
  /**
   * A part that no schema describes, such as a value of the type any, or a `bigint`, which JSON does not have. `known` is what is certain
   * all the same.
   */
  | { readonly kind: 'gap'; readonly message: string; readonly fix: string; readonly known?: TypeShape };

/** A named type that shapes refer to. */
export interface NamedShape extends ShapeNotes {
  readonly name: string;
  /** The place of its declaration. */
  readonly place: AuthorFrame;
  readonly shape: TypeShape;
}
