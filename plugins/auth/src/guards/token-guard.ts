import { hash, randomBytes } from 'node:crypto';
import { type Context } from '@taproot/core';
import { type Row, type RowStore, seconds } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { isUser } from '../providers/is-user.ts';
import type { AuthUser, UserProvider } from '../providers/user-provider.ts';
import { bearerToken } from '../tokens/bearer-token.ts';
import type { Challenge } from '../tokens/challenge.ts';
import { isLifetime } from './check-guard.ts';
import type { Guard, GuardDescription, Identity, IssueOptions, Login, Tokens } from './guard.ts';

export interface TokenGuardOptions {
  readonly name: string;
  readonly provider: UserProvider;
  readonly challenge: Challenge;
  /** The additions of the guard to its routes, for tools. */
  readonly description: () => GuardDescription;
  readonly rows: () => RowStore;
  readonly table: string;
  /** Seconds; null for no end. */
  readonly lifetime: number | null;
  readonly report: (error: unknown) => void;
}

/** Seconds between two updates of a token's last use, so that not every request writes. */
const noted = 60;

/**
 * SHA-256 of a token, in hexadecimal. That is enough for 32 random bytes, which cannot be guessed. The database compares
 * hashes, so its timing reveals nothing about the token.
 */
const digest = (token: string): string => hash('sha256', token, 'hex');

const unixNow = (): number => Math.floor(Date.now() / 1000);

const whole = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

/** Null for a token without a list, which allows everything. An invalid list allows nothing. */
const listOf = (value: unknown): readonly string[] | null => {
  if (value === null || value === undefined) return null;
  // A column of the type json comes parsed.
  const list: unknown = typeof value === 'string' ? JSON.parse(value) : value;
  return Array.isArray(list) ? list.filter((ability) => typeof ability === 'string') : [];
};

/** Random tokens. The client sees a token once; the table has only its hash, so a reader of the table cannot use the token. */
export class TokenGuard implements Guard {
  readonly #options: TokenGuardOptions;

  constructor(options: TokenGuardOptions) {
    this.#options = options;
  }

  prepare(): void {
    this.#options.rows();
  }

  describe(): GuardDescription {
    return this.#options.description();
  }

  identify(ctx: Context): Identity | null | Promise<Identity> {
    const token = bearerToken(ctx, this.#options.challenge);
    return token === null ? null : this.parse(token);
  }

  async parse(token: string): Promise<Identity> {
    const { name, provider, challenge, rows, table } = this.#options;
    const session = digest(token);
    const row = await rows().first(table, { hash: session });
    if (row === undefined || row['guard'] !== name) throw challenge.invalid();
    const expires = whole(row['expires_at']);
    if (expires !== null && unixNow() >= expires) throw challenge.expired();
    const user = await provider.findById(String(row['user_id']));
    if (!isUser(user)) throw challenge.invalid();
    await this.#note(session, row);
    return this.#identity(row, user);
  }

  async issue(user: AuthUser, options: IssueOptions = {}): Promise<Login> {
    const { name = '', abilities } = options;
    const { provider, rows, table, name: guard } = this.#options;
    const lives = this.#lifetimeOf(options);
    const token = randomBytes(32).toString('base64url');
    const now = unixNow();
    const row = {
      hash: digest(token),
      guard,
      user_id: provider.idOf(user),
      name,
      abilities: abilities === undefined ? null : JSON.stringify(abilities),
      created_at: now,
      last_used_at: null,
      expires_at: lives === null ? null : now + lives,
    };
    await rows().insert(table, row);
    const expiry = lives === null ? {} : { expires_in: lives };
    const tokens: Tokens = { access_token: token, token_type: 'Bearer', ...expiry };
    return { tokens, identity: this.#identity(row, user) };
  }

  login(user: AuthUser): Promise<Login> {
    return this.issue(user);
  }

  /** Seconds; null for no end. Throws for a wrong option, because the token would otherwise live for ever. */
  #lifetimeOf(options: IssueOptions): number | null {
    const { name: guard, lifetime: own } = this.#options;
    if (options.lifetime === undefined) return own;
    const lifetime = seconds(options.lifetime, 'The lifetime of a token');
    if (!isLifetime(lifetime)) throw errors.E_AUTH_LIFETIME({ guard, lifetime });
    return Math.ceil(lifetime);
  }

  async logout({ session }: Identity): Promise<void> {
    await this.#options.rows().delete(this.#options.table, { hash: session });
  }

  #identity(row: Row, user: AuthUser): Identity {
    const expires = whole(row['expires_at']);
    return {
      guard: this.#options.name,
      id: String(row['user_id']),
      user,
      issuedAt: new Date(Number(row['created_at']) * 1000),
      expiresAt: expires === null ? null : new Date(expires * 1000),
      session: String(row['hash']),
      abilities: listOf(row['abilities']),
    };
  }

  /** The request must succeed even if this update fails, for example in a read-only database. */
  async #note(session: string, row: Row): Promise<void> {
    const { rows, table, report } = this.#options;
    const now = unixNow();
    if (now - (whole(row['last_used_at']) ?? 0) < noted) return;
    try {
      await rows().update(table, { hash: session }, { last_used_at: now });
    } catch (error) {
      report(error);
    }
  }
}
