import type { Row, RowStore, Scalar } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { AuthUser, Credentials, Found, UserProvider } from './user-provider.ts';

export interface DatabaseProviderOptions {
  readonly name: string;
  readonly rows: () => RowStore;
  readonly table: string;
  readonly id: string;
  readonly password: string;
  readonly credentials: readonly string[];
  readonly hidden: readonly string[];
}

const isId = (value: unknown): value is string | number | bigint =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'bigint';

/** Users in a table. A user object never contains the password's hash, so no reply can leak it. */
export class DatabaseProvider implements UserProvider {
  readonly #options: DatabaseProviderOptions;
  readonly #hidden: ReadonlySet<string>;

  constructor(options: DatabaseProviderOptions) {
    this.#options = options;
    this.#hidden = new Set([options.password, ...options.hidden]);
  }

  prepare(): void {
    this.#options.rows();
  }

  async findById(id: string): Promise<AuthUser | null> {
    const { rows, table, id: column } = this.#options;
    const row = await rows().first(table, { [column]: id });
    // Compares again, because databases may ignore letter case, trailing spaces and leading zeros of numbers.
    return row === undefined || String(row[column]) !== id ? null : this.#user(row);
  }

  async findByCredentials({ password: _password, ...named }: Credentials): Promise<Found | null> {
    const { rows, table, password } = this.#options;
    const where = this.#where(named);
    const row = where === null ? undefined : await rows().first(table, where);
    if (row === undefined) return null;
    const hash = row[password];
    return { user: this.#user(row), hash: typeof hash === 'string' ? hash : null };
  }

  idOf(user: AuthUser): string {
    const { name, id: column } = this.#options;
    const id: unknown = Reflect.get(user, column);
    if (!isId(id)) throw errors.E_AUTH_USER_ID({ provider: name, column });
    return String(id);
  }

  async saveHash(user: AuthUser, hash: string, old: string): Promise<void> {
    const { rows, table, id, password } = this.#options;
    // `old` in the condition: a new hash of the old password must not replace a password that was changed in the meantime.
    await rows().update(table, { [id]: this.idOf(user), [password]: old }, { [password]: hash });
  }

  /** Null when a value is not a string or a number. Such a value identifies no user, and some databases would treat it as an operator. */
  #where(named: Readonly<Record<string, unknown>>): Record<string, Scalar> | null {
    const where: Record<string, Scalar> = {};
    for (const [column, value] of Object.entries(named)) {
      if (!this.#options.credentials.includes(column))
        throw errors.E_AUTH_CREDENTIALS({ column, provider: this.#options.name });
      if (typeof value !== 'string' && typeof value !== 'number') return null;
      // Compares as text: in MySQL, the number 0 equals every text that does not begin with a digit.
      where[column] = String(value);
    }
    return Object.keys(where).length === 0 ? null : where;
  }

  #user(row: Row): AuthUser {
    return Object.fromEntries(Object.entries(row).filter(([column]) => !this.#hidden.has(column)));
  }
}
