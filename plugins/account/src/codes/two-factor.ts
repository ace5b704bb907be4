import { hash, randomInt } from 'node:crypto';
import { hasCode } from '@taproot/core';
import type { Row } from '@taproot/core/plugin';
import { type AccountParts, type UserId } from '../account-parts.ts';
import { errors } from '../errors.ts';

/** The set-up of an authenticator app. */
export interface TwoFactorSetup {
  /** The secret in groups of four characters, for typing. */
  readonly secret: string;
  /** The `otpauth:` address of the QR code: a link for people who read the page on their phone. */
  readonly address: string;
  /** The QR code as SVG. */
  readonly qr: string;
}

const factors = 'two_factors';
const recovery = 'recovery_codes';

// Without characters that look alike: 0 and o, 1 and l.
const letters = '23456789abcdefghijkmnpqrstuvwxyz';

/** A recovery code of 80 random bits, in groups of four characters. */
const newCode = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  );

/** People type codes with spaces, with or without hyphens, and on phones with a capital letter. */
const plain = (code: string): string => code.toLowerCase().replaceAll(/[\s-]/g, '');

const digest = (user: string, code: string): string => hash('sha256', `${user}:${plain(code)}`, 'hex');

/**
 * Two-factor login: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for the day when the phone is lost. A code works once.
 * Secrets are encrypted, recovery codes are hashed.
 */
export class TwoFactor {
  readonly #parts: AccountParts;

  /** Made by `facades.Account()`. */
  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** Whether the user must give a code. */
  async isOn(user: UserId): Promise<boolean> {
    return (await this.#confirmed(String(user))) !== null;
  }

  /**
   * Begins the set-up, and shows the same secret until `confirm()`, also in a second tab. `label` is what the app shows, such as the e-mail.
   *
   * @throws E_TWO_FACTOR_ON; E_ACCOUNT_TABLE, E_ACCOUNT_ROWS
   */
  async begin(user: UserId, label: string): Promise<TwoFactorSetup> {
    const id = String(user);
    const { addressOf, newSecret } = await import('./authenticator.ts');
    const { renderSVG } = await import('uqr');
    const { rows, seals, title } = this.#parts;
    let row = await this.#row(id);
    if (row === undefined) {
      const secret = seals().seal('account.two-factor', newSecret(), { place: id });
      // Of two tabs at once, one is refused, and shows the secret of the other.
      await rows()
        .insert(factors, { user_id: id, secret, confirmed: 0, last_step: 0 })
        .catch((error: unknown) => {
          if (!hasCode(error, 'E_ROW_CONFLICT')) throw error;
        });
      row = await this.#row(id);
    }
    if (row === undefined || Number(row['confirmed']) === 1) throw errors.E_TWO_FACTOR_ON({ user: id });
    const secret = this.#secretOf(id, row);
    const address = addressOf(secret, title, label);
    return { secret: secret.replaceAll(/(.{4})(?=.)/g, '$1 '), address, qr: renderSVG(address, { border: 2 }) };
  }

  /**
   * Turns two-factor login on, if the code is right. Resolves to the recovery codes, which you show once; null for a wrong code.
   *
   * @throws E_ACCOUNT_TABLE, E_ACCOUNT_ROWS
   */
  async confirm(user: UserId, code: string): Promise<readonly string[] | null> {
    const id = String(user);
    const row = await this.#row(id);
    if (row === undefined || Number(row['confirmed']) === 1) return null;
    return (await this.#take(id, row, code)) ? this.newRecoveryCodes(id) : null;
  }

  /**
   * Whether a code of the app or a recovery code is right. Both work once, also if two requests come at the same time. Limit how often a user
   * may guess: a code has six digits.
   *
   * @throws E_ACCOUNT_TABLE, E_ACCOUNT_ROWS
   */
  async check(user: UserId, code: string): Promise<boolean> {
    const id = String(user);
    const row = await this.#confirmed(id);
    if (row === null) return false;
    if (/^\d{6}$/.test(plain(code))) return this.#take(id, row, code);
    return (await this.#parts.rows().delete(recovery, { hash: digest(id, code), user_id: id })) > 0;
  }

  /**
   * Replaces the recovery codes of a user. Show them once.
   *
   * @throws E_ACCOUNT_TABLE, E_ACCOUNT_ROWS
   */
  async newRecoveryCodes(user: UserId): Promise<readonly string[]> {
    const id = String(user);
    const { rows, app } = this.#parts;
    const codes = Array.from({ length: app.config.account.recovery_codes }, newCode);
    await rows().delete(recovery, { user_id: id });
    for (const code of codes) await rows().insert(recovery, { hash: digest(id, code), user_id: id });
    return codes;
  }

  /** How many recovery codes the user has left. */
  async recoveryCodesLeft(user: UserId): Promise<number> {
    return (await this.#parts.rows().all(recovery, { user_id: String(user) })).length;
  }

  /** Turns two-factor login off, and forgets the secret and the recovery codes. */
  async turnOff(user: UserId): Promise<void> {
    const { rows } = this.#parts;
    await rows().delete(factors, { user_id: String(user) });
    await rows().delete(recovery, { user_id: String(user) });
  }

  #row(id: string): Promise<Row | undefined> {
    return this.#parts.rows().first(factors, { user_id: id });
  }

  async #confirmed(id: string): Promise<Row | null> {
    const row = await this.#row(id);
    return row !== undefined && Number(row['confirmed']) === 1 ? row : null;
  }

  /** Takes the code of a step, if none of that step or a later one was taken. The last step is in the condition, so that two requests cannot both take it. */
  async #take(id: string, row: Row, code: string): Promise<boolean> {
    const { stepOf } = await import('./authenticator.ts');
    const { rows, app } = this.#parts;
    const last = Number(row['last_step']);
    const step = stepOf(this.#secretOf(id, row), plain(code), app.config.account.drift);
    if (step === null || step <= last) return false;
    const changes = { confirmed: 1, last_step: step };
    return (await rows().update(factors, { user_id: id, last_step: last }, changes)) > 0;
  }

  #secretOf(id: string, row: Row): string {
    const secret = this.#parts.seals().open('account.two-factor', String(row['secret']), id);
    if (secret === null) throw errors.E_TWO_FACTOR_SECRET({ user: id });
    return secret;
  }
}
