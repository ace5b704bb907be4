/** The text that replaces a credential. */
export const mask = '********';

// Matches a word of a name that has a secret value.
const secretWord = /(?:password|passwd|passphrase|pwd|secrets?)$|^credentials?$/;
const secretEnding = /^(?:key|keys|token|tokens|salt|pepper|pass|dsn)$/;

// Further words, which are credentials outside of configurations: `session_id`, `X-CSRF-Token`, `otpCode`, and the passwords of Redis.
const credentialWord =
  /^(?:authorization|cookies?|sid|sessions?|sessionid|jwt|bearer|t?otp|pin|passcode|cvv|cvc|csrf|xsrf|signature|sig|samlresponse|requirepass|masterauth)$/;
const credential = /token|passw|secret|credential|api[-_]?key/i;

/** Names that are credentials only as parameters of an address: elsewhere, `code` is the code of an error. */
const parameters = new Set(['code', 'code_verifier', 'device_code', 'user_code']);

/** The most characters of a name that are checked. No name of a credential is longer. */
const longest = 200;

/** The words of a name, in lower case: `apiToken` has `api` and `token`. */
const wordsOf = (name: string): string[] =>
  name
    .slice(-longest)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** Whether a key of a configuration names a secret: `password`, `app.key`, `client_secret`, `apiToken`. */
export const isSecretName = (name: string): boolean => {
  const words = wordsOf(name);
  return words.some((word, at) => secretWord.test(word) || (at === words.length - 1 && secretEnding.test(word)));
};

/**
 * Whether an entry of a configuration is a secret, by its name. A number is a secret only under a clear name such as `password`. A number
 * under `keys` may be a count.
 */
export const isSecretEntry = (name: string, value: unknown): boolean =>
  typeof value === 'number' ? wordsOf(name).some((word) => secretWord.test(word)) : isSecretName(name);

/**
 * Whether a member of a log line, a header, a field of a request or a name in a string is a credential: `authorization`, `session_id`,
 * `X-Auth` and everything that `isSecretEntry()` knows. Booleans are never credentials, and numbers only under clear names.
 */
export const isCredential = (name: string, value: unknown = ''): boolean => {
  if (typeof value === 'boolean') return false;
  if (typeof value === 'number') return isSecretEntry(name, value);
  const words = wordsOf(name);
  // `auth` and `X-Auth`, but not `auth_provider`.
  if (words.at(-1) === 'auth' || words.some((word) => credentialWord.test(word))) return true;
  return credential.test(name.slice(-longest)) || isSecretEntry(name, value);
};

/** Decodes a percent-encoded name. */
export const decodedName = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** Whether a parameter of an address is a credential by its name: `token`, and also the `code` of OAuth. */
export const isSecretParameter = (name: string, isSecret: (name: string) => boolean = isCredential): boolean =>
  isSecret(name) || parameters.has(name.toLowerCase());
