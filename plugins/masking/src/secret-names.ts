/** The text that replaces a credential. */
export const mask = '********';

// Names that contain or end in one of these have secret values.
const secretWord = /(?:password|passwd|passphrase|pwd|secrets?)$|^credentials?$/;
const secretEnding = /^(?:key|keys|token|tokens|salt|pepper|pass|dsn)$/;

// Beyond what configurations call their secrets: `session_id`, `X-CSRF-Token`, `otpCode`, and what Redis calls its passwords.
const credentialWord =
  /^(?:authorization|cookies?|sid|sessions?|sessionid|jwt|bearer|t?otp|pin|passcode|cvv|cvc|csrf|xsrf|signature|sig|samlresponse|requirepass|masterauth)$/;
const credential = /token|passw|secret|credential|api[-_]?key/i;

/** Parameters of an address that are credentials there and nowhere else: an error has a `code`, too. */
const parameters = new Set(['code', 'code_verifier', 'device_code', 'user_code']);

/** Characters of a name that are looked at. No name of a credential is longer. */
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
 * Whether an entry of a configuration is a secret, by its name. A number is one only if its name says so plainly:
 * `password`, but not `keys`, which may be how many there are.
 */
export const isSecretEntry = (name: string, value: unknown): boolean =>
  typeof value === 'number' ? wordsOf(name).some((word) => secretWord.test(word)) : isSecretName(name);

/**
 * Whether a member of a log line, a header, a field of a request or a name in a string is a credential: `authorization`,
 * `session_id`, `X-Auth` and everything that `isSecretEntry()` knows. Booleans are none, and numbers only under names that
 * say so plainly.
 */
export const isCredential = (name: string, value: unknown = ''): boolean => {
  if (typeof value === 'boolean') return false;
  if (typeof value === 'number') return isSecretEntry(name, value);
  const words = wordsOf(name);
  // `auth` and `X-Auth`, but not `auth_provider`.
  if (words.at(-1) === 'auth' || words.some((word) => credentialWord.test(word))) return true;
  return credential.test(name.slice(-longest)) || isSecretEntry(name, value);
};

/** A name as it was before it was percent-encoded. */
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
