import { mask } from './mask.ts';
import { decodedName } from './secret-names.ts';

// The sign is found first, then the name before it: a search for names would try each letter of a long word.
const sign = /(?=[=:])(?<=([\w.\-[\]%]{2,64})\\{0,3}["'`]?\s{0,8})(?:=>?|:)\s{0,8}/g;
// The second item of a list whose first is a name: `["token","x"]`.
const second = /(?=,)(?<=\[\s{0,8}["']([\w.\-[\]]{2,64})["']),\s{0,8}(?=["'])/g;

// To the end, where the closing quote was cut off. In JSON inside JSON a backslash is in front of each quote.
const quoted = String.raw`"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|'[^'\\]*(?:\\[^][^'\\]*)*(?:'|\\?$)|\\+["'][^"']*(?:["']|$)`;
const plain = String.raw`(?:(?:bearer|basic|digest|token)\s{1,8})?[^\s,;&}\])"']+`;
const pairValue = new RegExp(`${quoted}|${plain}`, 'iy');

// There is no secret, or only a place for one: `key: null`, `password = ?`, `token = $1`.
const nothing = /^(?:\?|\$\d+|null|undefined|true|false|\*{8})$/;

// Other words before a colon: the code or the class of an error, or a file in a stack.
const isNoMember = (name: string, found: string): boolean =>
  found.includes(':') && /^E_[A-Z\d_]+$|Error$|\.[cm]?[jt]sx?$/.test(name);

// `npx taproot key:generate` in the fix of an error.
const isCommand = (text: string, nameAt: number): boolean => text.endsWith('taproot ', nameAt);

/** Masks the value behind each match of `before` whose group is a secret name. */
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

/** Masks values behind the names of secrets: `password=x`, `"token": "x"`, `SET api_key = 'x'`, `["token","x"]`. */
export const maskPairs = (text: string, isSecret: (name: string) => boolean): string =>
  maskBehind(maskBehind(text, sign, isSecret), second, isSecret);
