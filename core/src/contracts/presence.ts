/** A query of the rules `exists` and `unique`. Identifiers were checked when the rule was compiled; values must be bound. */
export interface PresenceQuery {
  /** Named connection; null = the default one. */
  readonly connection: string | null;
  /** The table to search, with its schema if the rule names one. */
  readonly table: string;
  /** A value is present when any of these columns equals it. */
  readonly columns: readonly string[];
  /** The values to look for. The answers come in the same order. */
  readonly values: readonly (string | number | bigint | boolean | null)[];
  /** Rows left out: those whose `column` is one of `values`. */
  readonly except: { readonly column: string; readonly values: readonly (string | number)[] } | null;
  /** Further conditions, all of which a row must meet; from `Rule.exists(...).where(...)`. */
  readonly where: readonly { readonly column: string; readonly value: string | number | boolean | null }[];
}

/** A violation of a unique constraint. */
export interface UniqueViolation {
  /** Without its schema; empty when the database does not say. */
  readonly table: string;
  /** In the order of the constraint; empty if the database does not say. */
  readonly columns: readonly string[];
  /** Name of the constraint or index; null when the database does not say. */
  readonly constraint: string | null;
}

/** A database plugin contributes it. It rejects when the database fails; the input is not to blame for that. */
export interface PresenceVerifier {
  /** Whether a row exists, for each value. Uses one query if the database can do that. */
  present(query: PresenceQuery, signal: AbortSignal | null): Promise<readonly boolean[]>;
  /** Recognises the error of the database for a row that exists already; null for any other error. */
  violation?(error: unknown): Promise<UniqueViolation | null>;
}
