import type { JsonObject } from '../json.ts';

/** A named value in the input of a call. */
export interface ClientMember {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonObject;
  readonly doc: string;
}

/** The body of a call. */
export interface ClientBody {
  readonly schema: JsonObject;
  readonly required: boolean;
  /** Whether it may hold files. */
  readonly files: boolean;
  /** Media type of a body that is sent as it is; null for JSON and forms. */
  readonly raw: string | null;
}

/**
 * The kind of a response body, in this order: JSON, text, HTML, events with JSON data, events with text, bytes,
 * nothing, or the response of another address.
 */
export type ReplyKind = 'j' | 't' | 'h' | 'e' | 's' | 'b' | '-' | '>';

/** An event of a stream. */
export interface ClientEvent {
  /** Its name; null for any name. */
  readonly name: string | null;
  /** Schema of its data. */
  readonly schema: JsonObject;
  /** Whether its data are a string and not JSON. */
  readonly isText: boolean;
}

/** One body of a response. */
export interface ClientReplyBody {
  readonly kind: ReplyKind;
  readonly schema: JsonObject;
  /** The events of a stream. */
  readonly events?: readonly ClientEvent[];
}

/** One status of a route. */
export interface ClientReply {
  readonly status: number;
  readonly bodies: readonly ClientReplyBody[];
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
  /** Null if the route reads no body. */
  readonly body: ClientBody | null;
  readonly replies: readonly ClientReply[];
  /** Fields with rules. */
  readonly fields: readonly string[];
}
