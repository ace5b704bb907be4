/** The types of a socket, as `socket()` of `@taproot/websocket` declares it: the data of its messages by event. */
export interface SocketTypes {
  /** Exists only for the compiler. */
  readonly '~types'?: { readonly receives: object; readonly sends: object };
}

/** A socket of which nothing is known: all events, and any data. */
export interface AnySocket {
  /** Exists only for the compiler. */
  readonly '~types'?: { readonly receives: Record<string, object>; readonly sends: Record<string, unknown> };
}

type TypesOf<Declared extends SocketTypes> = NonNullable<Declared['~types']>;

/** The messages that a client may send, by event. */
export type Outgoing<Declared extends SocketTypes> = TypesOf<Declared>['receives'];

/** Why the server refused a message. */
export interface SocketProblem {
  /** The code of the error: `E_VALIDATION_FAILED`. */
  readonly code: string;
  /** A sentence that says what is wrong. */
  readonly message: string;
  /** The messages by field, after a failed validation. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** The messages that a client gets, by event: those that the socket declares, and three that each socket has. */
export type Incoming<Declared extends SocketTypes> = TypesOf<Declared>['sends'] & {
  /** The connection is in its room. Comes after each connection, also after one that was lost. */
  readonly joined: null;
  /** Messages of the room were lost while the connection was: load the state anew. */
  readonly missed: null;
  /** The server refused a message of this client. */
  readonly error: SocketProblem;
};
