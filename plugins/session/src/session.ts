import { randomBytes } from 'node:crypto';
import { errors } from './errors.ts';
import type { SessionRecord } from './stores/session-store.ts';

/**
 * The values of sessions, by key and type. An application declares its own: `declare module '@taproot/session' { interface SessionValues {
 * cart: number[] } }`. Values are kept as JSON, so a date comes back as text.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface SessionValues {}

/** A declared key of the session. */
// oxlint-disable-next-line typescript/no-redundant-type-constituents -- never only while nothing is merged
export type SessionKey = keyof SessionValues & string;

/** Messages about a form, by field. */
export type FormErrors = Readonly<Record<string, readonly string[]>>;

/** How a session leaves its request. */
export type Ending = 'kept' | 'renewed' | 'login' | 'ended';

/** The changes of a request, for the keeper. */
export interface Changed {
  /** New values as JSON, by key. */
  readonly set: ReadonlyMap<string, string>;
  /** Keys to remove. */
  readonly removed: readonly string[];
}

const none: Changed = { set: new Map(), removed: [] };

/** Keys of values that live until the next request. */
const flashMark = '~';
/** Keys of the framework. */
const ownMark = '@';

const oldKey = `${ownMark}old`;
const errorsKey = `${ownMark}errors`;
const tokenKey = `${ownMark}token`;
const loginKey = (guard: string): string => `${ownMark}login:${guard}`;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `items.0.name` and `items[0][name]` are the same field. */
const pathOf = (field: string): readonly string[] => field.split(/[.[\]]/).filter((name) => name !== '');

/** Values of one client that last from request to request: `ctx.request().session()`. */
export class Session {
  readonly #record: SessionRecord | null;
  readonly #id: string;
  /** The JSON of values as they were read, by key. */
  readonly #texts: ReadonlyMap<string, string>;
  /** Values that were read or put. */
  readonly #values = new Map<string, unknown>();
  /** Keys that were put or removed. */
  readonly #changed = new Set<string>();
  /** Values of this request alone. */
  readonly #now = new Map<string, unknown>();
  /** Keys without mark whose flash values stay for one more request. */
  #keptFlash: ReadonlySet<string> | 'all' = new Set();
  #user: string | null;
  #ending: Ending = 'kept';
  #sent = false;
  readonly #ends: number;

  /** `ends`: Unix seconds at which the session ends at the latest. */
  constructor(kept: { readonly id: string; readonly record: SessionRecord } | null, ends: number) {
    this.#record = kept?.record ?? null;
    this.#id = kept?.id ?? '';
    this.#texts = this.#record?.values ?? new Map();
    this.#user = this.#record?.user ?? null;
    this.#ends = ends;
  }

  /** The public id: it names the session in lists, and cannot open it. Empty before the session is kept. */
  id(): string {
    return this.#id;
  }

  /** The value of a key; null, or `fallback`, when there is none. Flash values of the last request are here, too. */
  get<Key extends SessionKey>(key: Key): SessionValues[Key] | null;
  get<Key extends SessionKey>(key: Key, fallback: SessionValues[Key]): SessionValues[Key];
  get(key: string, fallback: unknown = null): unknown {
    return this.#read(key) ?? fallback;
  }

  /** Whether each key has a value, also a null. */
  has(...keys: readonly SessionKey[]): boolean {
    return keys.every((key) => this.#holds(key));
  }

  /** Whether there is no value under any of these keys. */
  missing(...keys: readonly SessionKey[]): boolean {
    return !keys.some((key) => this.#holds(key));
  }

  /** All values of the application, those of the last request's `flash()` among them. */
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- empty only while nothing is merged
  all(): Readonly<Partial<SessionValues>> {
    const keys = new Set([...this.#texts.keys(), ...this.#values.keys()]);
    const plain = [...keys].filter((key) => !key.startsWith(ownMark) && this.#has(key));
    const names = plain.map((key) => (key.startsWith(flashMark) ? key.slice(flashMark.length) : key));
    const shown = [...new Set([...names, ...this.#now.keys()])].filter((key) => !key.startsWith(ownMark));
    return Object.fromEntries(shown.map((key) => [key, this.#read(key)]));
  }

  /**
   * Keeps a value. It is written when the handler has returned, and only if it has changed.
   *
   * @throws E_SESSION_KEY for an empty key or one that begins with `@` or `~`; E_SESSION_VALUE for a Map or Set, also when it is inside of the
   * value: then at the end of the request; E_SESSION_SENT after the response has begun.
   */
  put<Key extends SessionKey>(key: Key, value: SessionValues[Key]): this {
    return this.#set(checkKey(key), value);
  }

  /** Returns a value and removes it. */
  pull<Key extends SessionKey>(key: Key): SessionValues[Key] | null {
    const value = this.get(key);
    this.forget(key);
    return value;
  }

  /** Removes the values of these keys. */
  forget(...keys: readonly SessionKey[]): this {
    for (const key of keys) {
      this.#now.delete(key);
      this.#remove(key);
      this.#remove(flashMark + key);
    }
    return this;
  }

  /** Removes all values of the application, and keeps the login. */
  flush(): this {
    for (const key of new Set([...this.#texts.keys(), ...this.#values.keys()]))
      if (!key.startsWith(ownMark)) this.#remove(key);
    this.#now.clear();
    return this;
  }

  /**
   * Keeps a value for the next request, such as a message behind a redirect. A response that redirects hands it on to the request after.
   *
   * @throws E_SESSION_KEY, E_SESSION_SENT, as `put()`.
   */
  flash<Key extends SessionKey>(key: Key, value: SessionValues[Key]): this {
    return this.#set(flashMark + checkKey(key), value);
  }

  /** A value for this request alone: for a page that is answered at once. */
  now<Key extends SessionKey>(key: Key, value: SessionValues[Key]): this {
    this.#now.set(checkKey(key), value);
    return this;
  }

  /** Keeps all flash values, old input and errors for one more request. */
  reflash(): this {
    this.#keptFlash = 'all';
    return this;
  }

  /** Keeps the flash values of these keys for one more request. */
  keep(...keys: readonly SessionKey[]): this {
    if (this.#keptFlash !== 'all') this.#keptFlash = new Set([...this.#keptFlash, ...keys]);
    return this;
  }

  /** The text that was sent in a field of the form that was refused; `fallback` (default: empty) for any other field. */
  old(field: string, fallback = ''): string {
    let value = this.#read(oldKey);
    for (const name of pathOf(field))
      value =
        isRecord(value) && Object.hasOwn(value, name)
          ? value[name]
          : Array.isArray(value)
            ? value[Number(name)]
            : undefined;
    return typeof value === 'string'
      ? value
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : fallback;
  }

  /** Messages about the form that was refused, by field; empty when none was. */
  errors(): FormErrors {
    return (this.#read(errorsKey) ?? {}) as FormErrors;
  }

  /** The first message about a field; empty when there is none. */
  error(field: string): string {
    return this.errors()[field]?.[0] ?? '';
  }

  /** Keeps messages for the next request, for a form that your handler refuses: `session.withErrors({ email: ['Wrong.'] })`. */
  withErrors(messages: FormErrors): this {
    return this.#set(flashMark + errorsKey, messages);
  }

  /** Keeps what was sent for the next request, for `old()`. */
  withInput(input: Readonly<Record<string, unknown>>): this {
    return this.#set(flashMark + oldKey, input);
  }

  /** Whether this request keeps the input of a form. */
  get hasInput(): boolean {
    return this.#values.has(flashMark + oldKey) && this.#changed.has(flashMark + oldKey);
  }

  /** Forgets the input of this request's form. For the keeper, when the session would be too large. */
  withoutInput(): this {
    this.#remove(flashMark + oldKey);
    return this;
  }

  /**
   * Gives the session a new id and keeps its values. The old one opens nothing any more. A login does this by itself; do it
   * too when a user gets more rights.
   */
  regenerate(): this {
    this.#change('regenerate()');
    if (this.#ending === 'kept') this.#ending = 'renewed';
    return this;
  }

  /** Ends the session and forgets all its values. Values that you put afterwards begin a new one. */
  invalidate(): this {
    this.#change('invalidate()');
    for (const key of new Set([...this.#texts.keys(), ...this.#values.keys()])) this.#remove(key);
    this.#now.clear();
    this.#user = null;
    this.#ending = 'ended';
    return this;
  }

  /** The token of the session, for forms, if `session.cross_origin.tokens` is on. It stays the same until the next login. */
  token(): string {
    const known = this.#read(tokenKey);
    if (typeof known === 'string') return known;
    const token = randomBytes(24).toString('base64url');
    this.#set(tokenKey, token);
    return token;
  }

  /** The token that was given out; null if none was. */
  get givenToken(): string | null {
    const token = this.#read(tokenKey);
    return typeof token === 'string' ? token : null;
  }

  /** When the session began, or its last login; Unix seconds. */
  get began(): number {
    return this.#record?.began ?? Math.floor(Date.now() / 1000);
  }

  /** When it ends at the latest; Unix seconds. */
  get ends(): number {
    return this.#ends;
  }

  /** The id of the user whom a guard has logged in; null for a guest. */
  userOf(guard: string): string | null {
    const user = this.#read(loginKey(guard));
    return typeof user === 'string' ? user : null;
  }

  /** Logs a user in, for a guard. The session gets a new id and a new token. */
  logIn(guard: string, user: string): void {
    this.#set(loginKey(guard), user);
    this.#remove(tokenKey);
    this.#user = `${guard}:${user}`;
    this.#ending = this.#ending === 'ended' ? 'ended' : 'login';
  }

  /** Logs the user out, for a guard. */
  logOut(): void {
    this.invalidate();
  }

  /** How the session leaves the request. For the middleware. */
  get ending(): Ending {
    return this.#ending;
  }

  /** The user for the list of sessions. */
  get user(): string | null {
    return this.#user;
  }

  /** Whether this request has put or removed a value. */
  get isUsed(): boolean {
    return this.#changed.size > 0 || this.#now.size > 0;
  }

  /** The session as it was read; null for a new one. */
  get record(): SessionRecord | null {
    return this.#record;
  }

  /** The changes of this request. Flash values of the last request go, unless `hands` is true because the response redirects. */
  changes(hands: boolean): Changed {
    if (this.#isUntouched) return none;
    const set = new Map<string, string>();
    const removed: string[] = [];
    for (const key of new Set([...this.#changed, ...this.#values.keys()])) {
      const before = this.#texts.get(key);
      if (!this.#values.has(key)) {
        if (before !== undefined) removed.push(key);
        continue;
      }
      // Also finds values that were changed in place.
      const isNew = this.#changed.has(key);
      const text = JSON.stringify(this.#values.get(key) ?? null, isNew ? (_, one) => checkJson(key, one) : undefined);
      if (text !== before) set.set(key, text);
    }
    if (!hands && this.#keptFlash !== 'all')
      for (const key of this.#texts.keys())
        if (key.startsWith(flashMark) && !this.#changed.has(key) && !this.#keptFlash.has(key.slice(flashMark.length))) {
          set.delete(key);
          removed.push(key);
        }
    return { set, removed };
  }

  /** From now on, a change would be lost. */
  seal(): void {
    this.#sent = true;
  }

  /** Whether the request has put and removed nothing, has read no object, and got no flash values: most requests. */
  get #isUntouched(): boolean {
    if (this.#changed.size > 0) return false;
    for (const value of this.#values.values()) if (typeof value === 'object' && value !== null) return false;
    for (const key of this.#texts.keys()) if (key.startsWith(flashMark)) return false;
    return true;
  }

  /** A value of this request, else a flash value that came with it, else a kept value. Undefined for none. */
  #read(key: string): unknown {
    if (this.#now.has(key)) return this.#now.get(key);
    const flashed = flashMark + key;
    // A flash value of this request is for the next one.
    if (!this.#changed.has(flashed) && this.#texts.has(flashed)) return this.#valueOf(flashed);
    return this.#valueOf(key);
  }

  #holds(key: string): boolean {
    return (
      this.#now.has(key) || this.#has(key) || (!this.#changed.has(flashMark + key) && this.#texts.has(flashMark + key))
    );
  }

  #has(key: string): boolean {
    return this.#changed.has(key) ? this.#values.has(key) : this.#texts.has(key);
  }

  #valueOf(key: string): unknown {
    if (this.#values.has(key)) return this.#values.get(key);
    const text = this.#changed.has(key) ? undefined : this.#texts.get(key);
    if (text === undefined) return undefined;
    const value: unknown = JSON.parse(text);
    this.#values.set(key, value);
    return value;
  }

  #set(key: string, value: unknown): this {
    checkJson(key, value);
    this.#change(key);
    this.#now.delete(key);
    this.#changed.add(key);
    this.#values.set(key, value);
    return this;
  }

  #remove(key: string): void {
    this.#change(key);
    this.#changed.add(key);
    this.#values.delete(key);
  }

  #change(key: string): void {
    if (this.#sent) throw errors.E_SESSION_SENT({ key });
  }
}

/** JSON makes `{}` of a Map and of a Set: what is in them would be lost. */
const checkJson = (key: string, value: unknown): unknown => {
  const kind = value instanceof Map ? 'Map' : value instanceof Set ? 'Set' : null;
  if (kind === null) return value;
  throw errors.E_SESSION_VALUE({ key: key.replace(flashMark, ''), kind });
};

const checkKey = (key: string): string => {
  if (key === '' || key.startsWith(ownMark) || key.startsWith(flashMark)) throw errors.E_SESSION_KEY({ key });
  return key;
};
