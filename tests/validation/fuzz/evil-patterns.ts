/** Shapes of published denial-of-service reports: nested, overlapping and adjacent repetitions. */
export const evilPatterns: readonly string[] = [
  ...['(a+)+$', '^(a+)+$', '(a*)*$', '^(a*)*b', '(a+)*c', '(a|aa)+$', '(a|a)*$', '(a|a?)+$', '^(aa?)*c', '([a-z]+)*$'],
  ...['^([a-z]+)+[A-Z]$', '(.*)*x', '(.+)+x', '(.*a){12}$', '(.*a){25}', '^(.*?,){30}P', '(x+x+)+y', '(a+a+)+$'],
  ...[String.raw`^(\w+\s?)*$`, String.raw`^(\d+)*$`, String.raw`(\d+\.?)*x`, String.raw`^(\s*\w+\s*)+$`],
  ...[String.raw`\s*$`, String.raw`\s+$`, String.raw`^\s+|\s+$`, String.raw`(\s|\n)*x`, String.raw`\s+\s+\s+x`],
  ...['.*.*=.*', '(.*)(.*)(.*)(.*)=', '.*.*.*.*.*;', 'a*a*a*a*a*b', '^a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaa$'],
  ...['^(?:a?){30}a{30}$', '(a?){50}a{50}', '^(a{1,100}){1,100}$', '(a{0,500}){0,500}b', '((a{1,30}){1,30}){1,30}'],
  ...['^((ab)*)*c$', '^(ab*)*(ba*)*$', '(a|b|ab)*c', '((a+)+)+$', '(((a*)*)*)*b', String.raw`([\s\S]*?)*x`],
  ...[
    String.raw`^([\w.+-]+)+@([\w-]+\.)+\w+$`,
    String.raw`^(([a-z])+.)+[A-Z]([a-z])+$`,
    String.raw`(https?:\/\/)?([\w-]+\.)*x`,
  ],
  ...[String.raw`<!--(.|\s)*?-->`, String.raw`(?:[^"\\]|\\.|"")*"`, String.raw`^(?:\.?\d+)*$`, String.raw`(\w|_)+@`],
  ...[String.raw`^(a+)+\1$`, String.raw`(a*)\1*b`, '(?=(a+)+b)c', '(?!(a+)+b)a', '(?<=(a+)+)b', '(?<!(a|aa)+)c'],
];

/** Texts on which such patterns go astray, each of 30,000 characters that end otherwise than they began. */
export const evilTexts: readonly string[] = ['a', 'a ', 'x', '0', 'a.', ' ', 'ab', '"', '<!--', ',', '\n', '='].map(
  (part) => `${part.repeat(30_000 / part.length).slice(0, 29_999)}!`,
);
