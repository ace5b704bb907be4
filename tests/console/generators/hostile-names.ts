import type { Random } from '../../support/random.ts';

const words = (text: string): string[] => text.split(' ');

// Names by what is wrong with them.
const seeds: Readonly<Record<string, readonly string[]>> = {
  waysOut: words(
    '../../x /etc/passwd ..\\x a/../../b C:\\x C:/x \\\\host\\share ~/x ./x . .. ... / // a/./b a//b a/ /a out/Leak a/..',
  ),
  otherPaths: words('%2e%2e/x ..%2fx ．．/x ..;/x file:///x http://x/y .env a.ts a.b a~'),
  blanks: ['', ' ', '\t', '\n', 'a b', ' a', 'a ', 'a\nb', 'a\r\nb', 'a\0b', '\0'],
  invisible: ['\u001b[2Ja', 'a\u2028b', '\uFEFFa', '\u202Ea', 'a\u00ADb', 'a\u0301'],
  options: words('- -- -f --force --help -h'),
  marks: words('1abc 1 _a $a a$ #a @a a@b'),
  otherLetters: words('é ß ﬁ 名前 а Ａ 😀 İ ı'),
  code: words("${x} ${process.exit(1)} $(id) `id` a'b a\"b a`b a';b <script> {{x}} %s").concat(
    ';rm -rf',
    '*/ x(); /*',
    '// x',
  ),
  keywords: words(
    'class delete new await yield enum null true this super import export default let static async of type arguments eval',
  ),
  members: words('constructor prototype __proto__ hasOwnProperty toString valueOf then toJSON'),
  globals: words(
    'Object Promise Symbol String Number Array Function Error Date Map any unknown never undefined globalThis process require module',
  ),
  usedByStubs: words(
    'Context Response Middleware Next FormRequest CustomRule CustomRules CustomFilter Data Command Option AuthUser Verdict',
  ),
  kinds: words(
    'Controller Policy Plugin Test Rule Filter rules filters commands policies plugins boot setup handle web index plugin',
  ),
  devices: words('con NUL aux com1 lpt9 prn/x x/CON'),
  taken: words(
    'required uppercase trim to/Int required/If route validation make/Rule about Kept kept admin/Kept admin-kept',
  ),
  long: [300, 80, 81]
    .map((length) => 'x'.repeat(length))
    .concat('a/'.repeat(40), 'a/'.repeat(200), `${'a-'.repeat(39)}a`),
  good: words('StorePost post/StorePost a-b a_b a--b a- -a HTTPClient OAuth2Token a1 a-1 clock'),
};

const known = Object.values(seeds).flat();

const pieces = [
  '/',
  '../',
  '\\',
  '-',
  '_',
  '.',
  "'",
  '"',
  '`',
  '${',
  '}',
  '*/',
  '\0',
  '\n',
  ' ',
  'a',
  'Z',
  '9',
  'é',
  ':',
  ';',
  '%',
  '$',
];

const mutate = (random: Random, name: string): string => {
  const at = random.below(name.length + 1);
  switch (random.below(4)) {
    case 0:
      return name.slice(0, at) + random.pick(pieces) + name.slice(at);
    case 1:
      return name.slice(0, at) + name.slice(at + 1);
    case 2:
      return `${name}/${random.pick(known)}`;
    default:
      return `${random.pick(known)}${random.pick(['', '-', '_', '/'])}${name}`;
  }
};

/** A name of each kind. */
export const hostileKinds = (random: Random): readonly string[] =>
  Object.values(seeds).map((names) => random.pick(names));

/** So many names that nobody means well with, and a few good ones among them. */
export const hostileNames = (random: Random, count: number): readonly string[] => {
  const names = new Set(known);
  while (names.size < count) names.add(mutate(random, random.pick(known)));
  const left = [...names];
  return random.list(count, () => left.splice(random.below(left.length), 1)[0] ?? '');
};
