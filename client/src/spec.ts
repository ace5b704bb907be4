import type { DateTable } from './calls.ts';

/** One parsed route of the table. */
export interface Spec {
  /** Name of the route. */
  readonly name: string;
  /** HTTP method in upper case. */
  readonly method: string;
  /** Whether bodies may hold files. */
  readonly files: boolean;
  /** Media type of a body that is sent as it is; undefined for JSON and forms. */
  readonly raw?: string | undefined;
  /** `/posts/{id}` */
  readonly pattern: string;
  /** Kinds of bodies by status, a letter for each; see `receive()`. */
  readonly replies: ReadonlyMap<number, string>;
  /** Where bodies have dates; undefined if they stay strings. */
  readonly dates?: DateTable | undefined;
}

/**
 * Reads a line of the table: `POST /posts 201 204- 422`. A plus after the method means that bodies may hold files; a media type after `=`,
 * that they are sent as they are.
 */
export const readSpec = (name: string, line: string, dates?: DateTable): Spec => {
  const [given = '', pattern = '', ...replies] = line.split(' ');
  const [method = '', raw] = given.split(/[+=](.*)/);
  return {
    name,
    method,
    files: raw === '',
    raw: raw || undefined,
    dates,
    pattern,
    replies: new Map(replies.map((reply) => [Number(reply.slice(0, 3)), reply.slice(3) || 'j'])),
  };
};
