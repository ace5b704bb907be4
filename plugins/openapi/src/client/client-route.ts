import type { JsonObject } from '../json.ts';

/** A named value in the input of a call. */
export interface ClientMember {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonObject;
  readonly doc: string;
}

/**
 * The kind of a response body, in this order: JSON, text, HTML, events with JSON data, events with text, bytes,
 * nothing, or the response of another address.
 */
export type ReplyKind = 'j' | 't' | 'h' | 'e' | 's' | 'b' | '-' | '>';

/** One status of a route. */
export interface ClientReply {
  readonly status: number;
  readonly bodies: readonly { readonly kind: ReplyKind; readonly schema: JsonObject }[];
}

/** A route as a client calls it. */
export interface ClientRoute {
  readonly name: string;
  readonly method: string;
  /** `/posts/{id}`, `/posts/{slug?}`, `/files/{path*}`. */
  readonly pattern: string;
  readonly doc: string;
  readonly params: readonly ClientMember[];
  readonly query: readonly ClientMember[];
  readonly headers: readonly ClientMember[];
  /** Schema of the body; null if the route reads none. */
  readonly body: { readonly schema: JsonObject; readonly required: boolean; readonly files: boolean } | null;
  readonly replies: readonly ClientReply[];
  /** Fields with rules. */
  readonly fields: readonly string[];
}
