/** One parsed route of the table. */
export interface Spec {
  /** Name of the route. */
  readonly name: string;
  /** HTTP method in upper case. */
  readonly method: string;
  /** Whether bodies may hold files. */
  readonly files: boolean;
  /** `/posts/{id}` */
  readonly pattern: string;
  /** Kinds of bodies by status, a letter for each; see `receive()`. */
  readonly replies: ReadonlyMap<number, string>;
}

/** Reads a line of the table: `POST /posts 201 204- 422`. A plus after the method means that bodies may hold files. */
export const readSpec = (name: string, line: string): Spec => {
  const [method = '', pattern = '', ...replies] = line.split(' ');
  return {
    name,
    method: method.replace('+', ''),
    files: method.endsWith('+'),
    pattern,
    replies: new Map(replies.map((reply) => [Number(reply.slice(0, 3)), reply.slice(3) || 'j'])),
  };
};
