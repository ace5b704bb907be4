import { mask } from './mask.ts';
import { maskPairs } from './mask-pairs.ts';
import { maskUrls } from './mask-urls.ts';
import { decodedName, isCredential } from './secret-names.ts';

/** Characters of a string that are looked at; the rest is left out. */
const longest = 64 * 1024;

// Every expression here takes linear time, whatever a client sends: tests/architecture/linear-expressions.test.ts.
const privateKey =
  /-----BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;
// `Cookie: a=b; c=d`, to the end of the line.
const headerLine = /\b((?:set-)?cookie|(?:proxy-)?authorization)(["']?\s{0,8}[:=]\s{0,8})[^\r\n]+/gi;
// `Bearer abc`; of `bearer` and `Basic` only what looks like a token.
const scheme = /\b(Bearer\s{1,8}|(?:bearer|Basic|basic)\s{1,8}(?=\S{0,200}[A-Z\d=]))[\w.~+/=-]{6,}/g;
// Only from the beginning of a word, and only when a dot is behind that.
const jsonWebToken = /(?<![\w-])(?=[\w-]{8,}\.[\w-])([\w-]*?)eyJ[\w-]{5,}\.[\w-]+(?:\.[\w-]*)?/g;
// `AUTH user password` of Redis, and the same command of SMTP.
const auth = /\bAUTH(["']?\s{1,8})\S+(?:\s{1,8}\S+)?/g;
// Rows in statements and in what databases say of them: `VALUES ('x')`, `Key (token)=(x)`, `Duplicate entry 'x'`.
const rows = /\bvalues\s{0,8}\((?:'(?:[^']|'')*(?:'|$)|[^';])*/gi;
const literal = /'(?:[^']|'')*(?:'|$)/g;
const keyDetail = /\(([\w", ]{1,200})\)=\([^)]*(?:\)|$)/g;
const duplicate = /(Duplicate entry )'(?:.{0,1000}?'(?= for key)|.*)/g;

// `?next=postgres%3A%2F%2F...`: an encoded value with a credential in it.
const encoded = /(?<==)[^=&\s#"<>]*%[^=&\s#"<>]*/g;

const signs = /[=:]|eyJ|-----BEGIN|bearer|basic|values|entry|AUTH|\["/i;

/**
 * At most `length` characters of a string; the end says how many more there were. An address at the cut is left out as a whole:
 * without its `@`, nothing shows that it has a password.
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
  // Most strings have none of the signs that a secret needs around it.
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
 * A string without the credentials in it: passwords and tokens of addresses, private keys, `Bearer` tokens, JSON web tokens,
 * cookies, `password=x`, rows of `insert`s and the like. `isSecret` decides which names have secret values; by default
 * `isCredential()` does. Takes time in proportion to the length, and leaves out what is beyond 65,536 characters.
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
