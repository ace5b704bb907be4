import { createHash } from 'node:crypto';
import type { Guard, GuardDescription, Identity, UserProvider } from '@taproot/auth';
import { type Context } from '@taproot/core';
import { describeError } from '@taproot/core/plugin';
import { errors } from './errors.ts';
import type { ApiKeyOptions } from './options.ts';

/** What `auth.guards.<name>.keys` holds in place of a key. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Recognises users by a key in a header. */
export class ApiKeyGuard implements Guard {
  readonly challenge: string;
  readonly #name: string;
  readonly #header: string;
  readonly #provider: UserProvider;
  readonly #ids: ReadonlyMap<string, string>;

  constructor(name: string, provider: UserProvider, { header = 'X-Api-Key', realm = '', keys }: ApiKeyOptions) {
    this.challenge = `ApiKey realm="${realm.replaceAll(/["\\]/g, '\\$&')}"`;
    this.#name = name;
    this.#header = header;
    this.#provider = provider;
    this.#ids = new Map(Object.entries(keys));
  }

  prepare(): void {
    for (const hash of this.#ids.keys())
      if (!/^[0-9a-f]{64}$/.test(hash)) throw errors.E_API_KEY_HASH({ guard: this.#name });
  }

  describe(): GuardDescription {
    return {
      scheme: { type: 'apiKey', in: 'header', name: this.#header },
      responses: [describeError(errors.E_API_KEY_INVALID)],
    };
  }

  async identify(ctx: Context): Promise<Identity | null> {
    const key = ctx.request().header(this.#header);
    if (key === '') return null;
    const session = hashKey(key);
    const id = this.#ids.get(session);
    const user = id === undefined ? null : await this.#provider.findById(id);
    if (id === undefined || user === null)
      throw errors.E_API_KEY_INVALID({ headers: { 'WWW-Authenticate': this.challenge } });
    return { guard: this.#name, id, user, issuedAt: null, expiresAt: null, session, abilities: null };
  }
}
