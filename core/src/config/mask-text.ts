import { isSecretEntry, isSecretName, maskUrls, wordsOf } from './mask-secrets.ts';

const mask = '********';

// Beyond what configurations call their secrets: `session_id`, `X-CSRF-Token`, `otpCode`; `auth`, but not `auth_provider`.
const credentialWord =
  /^(?:authorization|cookies?|sid|sessions?|sessionid|jwt|bearer|otp|pin|cvv|cvc|csrf|xsrf|signature|sig)$/;
const credential = /^auth$|token|passw|secret|credential|api[-_]?key/i;

/**
 * Whether a member of a log line, a header or a field of a request is a credential, by its name: `authorization`, `session_id`
 * and everything that `isSecretEntry()` knows. Booleans are none, and numbers only under names that say so plainly.
 */
export const isCredential = (name: string, value: unknown = ''): boolean => {
  if (typeof value === 'boolean') return false;
  if (typeof value === 'number') return isSecretEntry(name, value);
  return credential.test(name) || wordsOf(name).some((word) => credentialWord.test(word)) || isSecretEntry(name, value);
};

const name = String.raw`[A-Za-z_][\w.\-[\]]{1,60}`;
const quoted = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;

// `Cookie: a=b; c=d`, to the end of the line.
const headerLine = /\b((?:set-)?cookie|(?:proxy-)?authorization)(["']?\s*[:=]\s*)[^\r\n]+/gi;
// `Bearer abc`; of the word `Basic` only what looks like base64.
const scheme = /\b(Bearer\s+|Basic\s+(?=\S*[A-Z\d=]))[\w.~+/=-]{6,}/g;
const jsonWebToken = /\beyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?/g;
// `password=x`, `"token": "x"`, `SET api_key = 'x'`.
const pair = new RegExp(String.raw`(["'\`]?)(${name})\1(?:\s*=>?\s*|\s*:\s*)`, 'g');
const pairValue = new RegExp(String.raw`${quoted}|[^\s,;&}\])"']+`, 'y');
// Rows in statements and in what databases say of them: `VALUES ('x')`, `Key (token)=(x)`, `Duplicate entry 'x'`.
const values = /\bvalues\s*\([^)]*\)/gi;
const literal = /'(?:[^']|'')*'/g;
const keyDetail = /\(([\w", ]{1,200})\)=\([^)]*\)/g;
const duplicate = /(Duplicate entry )'.*?'(?= for key)/g;

// What else comes before a colon: the code or the class of an error, a file in a stack.
const isNoMember = (text: string, whole: string): boolean =>
  whole.includes(':') && /^E_[A-Z\d_]+$|Error$|\.[cm]?[jt]sx?$/.test(text);

// `npx taproot key:generate` in the fix of an error.
const isCommand = (text: string, index: number): boolean => text.endsWith('taproot ', index);

/** Masks values behind the names of secrets. The value behind any other name may itself be a pair. */
const maskPairs = (text: string, isSecret: (name: string) => boolean): string => {
  let masked = '';
  let end = 0;
  for (const { index, 0: whole, 2: named = '' } of text.matchAll(pair)) {
    if (index < end || !isSecret(named) || isNoMember(named, whole) || isCommand(text, index)) continue;
    pairValue.lastIndex = index + whole.length;
    if (!pairValue.test(text)) continue;
    masked += text.slice(end, index + whole.length) + mask;
    end = pairValue.lastIndex;
  }
  return masked + text.slice(end);
};

/**
 * A string without the credentials in it: passwords of addresses, tokens, cookies, `password=x`, rows of `insert`s and the
 * like. `isSecret` decides which names have secret values; by default those of configurations.
 */
export const maskText = (text: string, isSecret: (name: string) => boolean = isSecretName): string => {
  // Most texts have none of the signs that a secret needs around it.
  if (!/[=:]|eyJ|bearer|basic|values|entry/i.test(text)) return text;
  return maskPairs(maskUrls(text), isSecret)
    .replaceAll(headerLine, (_, header: string, sign: string) => `${header}${sign}${mask}`)
    .replaceAll(scheme, `$1${mask}`)
    .replaceAll(jsonWebToken, mask)
    .replaceAll(keyDetail, (whole, columns: string) =>
      columns.split(/[", ]+/).some(isSecret) ? `(${columns})=(${mask})` : whole,
    )
    .replaceAll(values, (row) => row.replaceAll(literal, `'${mask}'`))
    .replaceAll(duplicate, `$1'${mask}'`);
};
