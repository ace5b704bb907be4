import { decodedName, isCredential, isSecretName, isSecretParameter, mask } from './secret-names.ts';

// Every expression here must take linear time for any input: tests/architecture/linear-expressions.test.ts.

// Finds the sign first and then the name before it. Searching for names first would try each letter of a long word.
const sign = /(?=[=:])(?<=([\w.\-[\]%]{2,64})\\{0,3}["'`]?\s{0,8})(?:=>?|:)\s{0,8}/g;
// The second item of a list whose first is a name: `["token","x"]`.
const second = /(?=,)(?<=\[\s{0,8}["']([\w.\-[\]]{2,64})["']),\s{0,8}(?=["'])/g;

// A quoted value, up to the end of the text if the closing quote was cut off. JSON inside of JSON has a backslash before each quote.
const quoted = String.raw`"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|'[^'\\]*(?:\\[^][^'\\]*)*(?:'|\\?$)|\\+["'][^"']*(?:["']|$)`;
const plain = String.raw`(?:(?:bearer|basic|digest|token)\s{1,8})?[^\s,;&}\])"']+`;
const pairValue = new RegExp(`${quoted}|${plain}`, 'iy');

// Values that are not secrets, or only placeholders: `key: null`, `password = ?`, `token = $1`.
const nothing = /^(?:\?|\$\d+|null|undefined|true|false|\*{8})$/;

// Whether a word before a colon is not a member, but the code or class of an error, or a file in a stack.
const isNoMember = (name: string, found: string): boolean =>
  found.includes(':') && /^E_[A-Z\d_]+$|Error$|\.[cm]?[jt]sx?$/.test(name);

// `npx taproot key:generate` in the fix of an error.
const isCommand = (text: string, nameAt: number): boolean => text.endsWith('taproot ', nameAt);

/** Masks the value after each match of `before` whose group is a secret name. */
const maskBehind = (text: string, before: RegExp, isSecret: (name: string) => boolean): string => {
  let masked = '';
  let end = 0;
  for (const { index, 0: found, 1: name = '' } of text.matchAll(before)) {
    const at = index + found.length;
    if (index < end || !isSecret(decodedName(name))) continue;
    if (isNoMember(name, found) || isCommand(text, index - name.length)) continue;
    pairValue.lastIndex = at;
    const [value] = pairValue.exec(text) ?? [];
    if (value === undefined || nothing.test(value)) continue;
    masked += text.slice(end, at) + mask;
    end = at + value.length;
  }
  return masked + text.slice(end);
};

/** Masks values after the names of secrets: `password=x`, `"token": "x"`, `SET api_key = 'x'`, `["token","x"]`. */
const maskPairs = (text: string, isSecret: (name: string) => boolean): string =>
  maskBehind(maskBehind(text, sign, isSecret), second, isSecret);

// Finds `://` first and then the scheme before it. Searching for schemes first would try each letter of a long word.
const user = /(?=:\/\/)(?<=([a-z][a-z\d+.-]{0,30})):\/\/([^:/?#@]*)([:@])/gi;
const parameter = /(?<=[?&;])([\w.%[\]+-]{1,200})=([^&\s#"<>]+)/g;

/** Shorter users are names, as in `postgres://ada@db`. Web addresses have no user names. */
const shortestToken = 20;

const isToken = (scheme: string, name: string): boolean =>
  name !== '' && (/(?:https?|wss?)$/i.test(scheme) || name.length >= shortestToken);

/** If a word is an address, masks its password, or a token that is in the place of the user name. */
const maskUser = (word: string): string => {
  // Masks up to the last @. To mask too much of an odd address is better than to show half a password.
  const last = word.lastIndexOf('@');
  if (last < 0) return word;
  let masked = '';
  let end = 0;
  for (const { index, 0: whole, 1: scheme = '', 2: name = '', 3: sign } of word.matchAll(user)) {
    const behind = index + whole.length;
    if (sign === ':' && behind <= last)
      return `${masked}${word.slice(end, index)}://${name}:${mask}${word.slice(last)}`;
    if (sign === ':' || !isToken(scheme, name)) continue;
    masked += `${word.slice(end, index)}://${mask}@`;
    end = behind;
  }
  return masked + word.slice(end);
};

/**
 * A string with the credentials of its addresses masked: passwords, tokens in place of a user, and parameters that `isSecret`
 * knows or OAuth has. By default `isSecret` knows names of configurations.
 */
export const maskUrls = (text: string, isSecret: (name: string) => boolean = isSecretName): string => {
  const safe = text.includes('://') ? text.replaceAll(/\S+/g, maskUser) : text;
  return safe.replaceAll(parameter, (whole, name: string) =>
    isSecretParameter(decodedName(name), isSecret) ? `${name}=${mask}` : whole,
  );
};

/** The most characters of a string that are checked; the rest is left out. */
const longest = 64 * 1024;

const privateKey =
  /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;
// `Cookie: a=b; c=d`, to the end of the line.
const headerLine = /\b((?:set-)?cookie|(?:proxy-)?authorization)(["']?\s{0,8}[:=]\s{0,8})[^\r\n]+/gi;
// `Bearer abc`; after `bearer` and `Basic`, only text that looks like a token.
const scheme = /\b(Bearer\s{1,8}|(?:bearer|Basic|basic)\s{1,8}(?=\S{0,200}[A-Z\d=]))[\w.~+/=-]{6,}/g;
// Matches only at the beginning of a word, and only if a dot follows the word.
const jsonWebToken = /(?<![\w-])(?=[\w-]{8,}\.[\w-])([\w-]*?)eyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?/g;
// `AUTH user password` of Redis, and the same command of SMTP.
const auth = /\bAUTH(["']?\s{1,8})\S+(?:\s{1,8}\S+)?/g;
// Rows in statements, and in error messages of databases: `VALUES ('x')`, `Key (token)=(x)`, `Duplicate entry 'x'`.
const rows = /\bvalues\s{0,8}\((?:'(?:[^']|'')*(?:'|$)|[^';])*/gi;
const literal = /'(?:[^']|'')*(?:'|$)/g;
const keyDetail = /\(([\w", ]{1,200})\)=\([^)]*(?:\)|$)/g;
const duplicate = /(Duplicate entry )'(?:.{0,1000}?'(?= for key)|.*)/g;

// `?next=postgres%3A%2F%2F...`: a percent-encoded value that may contain a credential.
const encoded = /(?<==)[^=&\s#"<>]*%[^=&\s#"<>]*/g;

const signs = /[=:]|eyJ|-----BEGIN|bearer|basic|values|entry|AUTH|\["/i;

/**
 * At most `length` characters of a string; the end says how many more there were. Leaves out an address at the cut completely: without its
 * `@`, a reader cannot see that it has a password.
 */
export const cutText = (text: string, length: number): string => {
  if (text.length <= length) return text;
  const kept = text.slice(0, length);
  const address = kept.lastIndexOf('://');
  const isWhole = address < 0 || /\s/.test(kept.slice(address));
  const shown = isWhole ? kept : kept.slice(0, address + 3);
  return `${shown}... ${text.length - shown.length} more`;
};

const maskPlain = (text: string, isSecret: (name: string) => boolean): string => {
  // Fast path: most strings have none of the signs that appear around secrets.
  if (!signs.test(text)) return text;
  const safe = text
    .replaceAll(privateKey, mask)
    .replaceAll(headerLine, (_, header: string, sign: string) => `${header}${sign}${mask}`)
    .replaceAll(scheme, `$1${mask}`)
    .replaceAll(jsonWebToken, `$1${mask}`)
    .replaceAll(auth, `AUTH$1${mask}`);
  return maskPairs(maskUrls(safe, isSecret), isSecret)
    .replaceAll(keyDetail, (whole, columns: string) =>
      columns.split(/[", ]+/).some((column) => isSecret(column)) ? `(${columns})=(${mask})` : whole,
    )
    .replaceAll(rows, (row) => row.replaceAll(literal, `'${mask}'`))
    .replaceAll(duplicate, `$1'${mask}'`);
};

/**
 * The string with its credentials masked: passwords and tokens of addresses, private keys, `Bearer` tokens, JSON web tokens, cookies,
 * `password=x`, rows of `insert`s and the like. `isSecret` decides which names have secret values; by default `isCredential()` does. Takes
 * linear time, and leaves out everything after 65,536 characters.
 *
 * The log, spans, devtools and the pages of errors all use it.
 */
export const maskText = (sent: string, isSecret: (name: string) => boolean = isCredential): string => {
  const text = cutText(sent, longest);
  const opened = text.includes('%')
    ? text.replaceAll(encoded, (value) => {
        const decoded = decodedName(value);
        return maskPlain(decoded, isSecret) === decoded ? value : mask;
      })
    : text;
  return maskPlain(opened, isSecret);
};
