// Names that contain or end in one of these have secret values.
const secretWord = /(?:password|passwd|passphrase|pwd|secrets?)$|^credentials?$/;
const secretEnding = /^(?:key|keys|token|tokens|salt|pepper|pass|dsn)$/;
// From the first colon to the last @: over-masking an odd address is better than showing half a password.
const urlPassword = /\b([a-z][a-z0-9+.-]*:\/\/[^\s:/?#@]*):[^\s]*@/gi;
const queryParameter = /([?&]([\w.-]+)=)([^&\s#]+)/g;

const mask = '********';

/** The words of a name, in lower case: `apiToken` has `api` and `token`. */
export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** Whether a key of a configuration names a secret: `password`, `app.key`, `client_secret`, `apiToken`. */
export const isSecretName = (name: string): boolean => {
  const words = wordsOf(name);
  return words.some((word, at) => secretWord.test(word) || (at === words.length - 1 && secretEnding.test(word)));
};

// How many keys, how long a token: a number is secret only where nothing else can be meant.
/**
 * Whether an entry of a configuration is a secret, by its name. A number is one only if its name says so plainly:
 * `password`, but not `keys`.
 */
export const isSecretEntry = (name: string, value: unknown): boolean =>
  typeof value === 'number' ? wordsOf(name).some((word) => secretWord.test(word)) : isSecretName(name);

/** A text with the passwords of its URLs masked, those in their queries too. */
export const maskUrls = (text: string): string =>
  text
    .replaceAll(urlPassword, `$1:${mask}@`)
    .replaceAll(queryParameter, (whole, start: string, name: string) => (isSecretName(name) ? start + mask : whole));

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

const shownLeaf = (value: unknown, secret: boolean): unknown => {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return value;
  if (secret) return mask;
  if (typeof value === 'string') return maskUrls(value);
  if (typeof value === 'function') return `[function ${value.name || 'anonymous'}]`;
  if (value instanceof Date || value instanceof RegExp || value instanceof URL) return maskUrls(String(value));
  // The text of a class instance may contain a secret, so only its name is shown.
  return typeof value === 'object' ? `[${value.constructor?.name ?? 'object'}]` : value;
};

/**
 * Makes a value safe to show, and representable as JSON. Masks secrets (by name, with everything below them), removes passwords
 * from URLs, and replaces functions and class instances by their names. Unset values are not masked. `isSecret` decides by name
 * and value; by default it knows the names that a configuration uses.
 */
export const maskSecrets = (value: unknown, secret = false, isSecret = isSecretEntry): unknown => {
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, secret, isSecret));
  if (!isPlain(value)) return shownLeaf(value, secret);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, maskSecrets(inner, secret || isSecret(key, inner), isSecret)]),
  );
};
