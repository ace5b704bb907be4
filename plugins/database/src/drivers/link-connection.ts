import { channels, trace } from '@taproot/core/plugin';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { errors } from '../errors.ts';
import { asUnavailable } from './connection-failure.ts';
import type { Link } from './link.ts';
import { statementError } from './statement-error.ts';

/** Whose a connection is, and how long its queries may take. */
export interface LinkTerms {
  readonly name: string;
  readonly driver: string;
  /** Seconds; null = no limit. */
  readonly queryTimeout: number | null;
  /** Receives every error of a query as the driver gave it. */
  readonly failed: (error: unknown) => void;
}

/** A link as kysely sees it. A query that is late costs its link, because no other query may read what it left on the wire. */
export class LinkConnection implements DatabaseConnection {
  readonly #link: Link;
  readonly #terms: LinkTerms;
  #cut: Promise<void> | null = null;
  #why: (() => Error) | null = null;
  #abandon: (error: Error) => void = () => undefined;

  constructor(link: Link, terms: LinkTerms) {
    this.#link = link;
    this.#terms = terms;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (!channels.query.hasSubscribers) return this.#execute(query);
    const { name: connection, driver } = this.#terms;
    return trace(channels.query, { connection, driver, sql: query.sql }, () => this.#execute<Row>(query));
  }

  async #execute<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query;
    const { name: connection, failed } = this.#terms;
    if (this.#cut !== null) throw this.#whyCut();
    try {
      // What the rows are is the query builder's to say.
      return (await this.#inTime(this.#link.query(sql, parameters))) as QueryResult<Row>;
    } catch (error) {
      failed(error);
      throw statementError(asUnavailable(connection, error), query, connection);
    }
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    const { name: connection } = this.#terms;
    if (this.#cut !== null) throw this.#whyCut();
    if (this.#link.stream === undefined) throw errors.E_DATABASE_STREAM({ connection });
    try {
      for await (const row of this.#link.stream(sql, parameters)) yield { rows: [row as Row] };
    } catch (error) {
      throw this.#cut === null ? error : this.#whyCut();
    }
  }

  get isCut(): boolean {
    return this.#cut !== null;
  }

  /** Ends the connection and what it is doing; queries after it are `E_DATABASE_CUT`, or what `why` makes. */
  cut(why: (() => Error) | null = null): Promise<void> {
    if (this.#cut === null) {
      this.#why = why;
      this.#cut = this.#link.cut();
    }
    this.#abandon(this.#whyCut());
    return this.#cut;
  }

  release(): void {
    if (this.#cut === null) this.#link.release();
  }

  #whyCut(): Error {
    return this.#why?.() ?? errors.E_DATABASE_CUT({ connection: this.#terms.name });
  }

  /** The outcome of a query, or that it is late or cut off: a driver says nothing of a query whose link is gone. */
  #inTime(query: Promise<QueryResult<unknown>>): Promise<QueryResult<unknown>> {
    const { name: connection, queryTimeout: seconds } = this.#terms;
    return new Promise((resolve, reject) => {
      const late = () => {
        reject(errors.E_DATABASE_TIMEOUT({ connection, seconds: seconds ?? 0 }));
        void this.cut();
      };
      const timer = seconds === null ? undefined : setTimeout(late, seconds * 1000);
      this.#abandon = (error) => {
        clearTimeout(timer);
        reject(error);
      };
      void query.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }
}
