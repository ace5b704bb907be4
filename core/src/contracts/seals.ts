import { errors } from '../errors/errors.ts';

/** Binds a sealed text to more than its purpose. */
export interface SealOptions {
  /** The place of the text, such as the name of a cookie: a text that was sealed for another place does not open. Default: none. */
  readonly place?: string;
  /** Unix seconds from which the text does not open any more; null (default) for never. */
  readonly expires?: number | null;
}

/**
 * Encrypts and signs for other plugins, with a key for each purpose. It seals with the key of `APP_KEY`, and opens with those of
 * `APP_PREVIOUS_KEYS`, too. A plugin for encryption provides it under the name `seals`.
 */
export interface Seals {
  /** Encrypts a text. The result has letters, digits, `-`, `_` and `.` only. */
  seal(purpose: string, text: string, options?: SealOptions): string;
  /** The text again; null when it was changed, has expired, or was sealed for another purpose or place. */
  open(purpose: string, sealed: string, place?: string): string | null;
  /** The signature of a text: 43 letters, digits, `-` and `_`. */
  sign(purpose: string, text: string): string;
  /** Whether a signature belongs to a text. Takes equally long for every wrong signature. */
  verify(purpose: string, text: string, signature: string): boolean;
}

/** The part of an application that `sealsOf()` uses. */
interface ProvidesSeals {
  provided(name: 'seals'): Seals | null;
}

/**
 * Returns the object that encrypts and signs in this application. `use` says what needs it, for the message: `The cookie "cart"`.
 *
 * @throws E_SEALS_MISSING when no plugin of the application provides `seals`.
 */
export const sealsOf = (app: ProvidesSeals, use: string): Seals => {
  const seals = app.provided('seals');
  if (seals === null) throw errors.E_SEALS_MISSING({ use });
  return seals;
};
