import { inspect, styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

const colours: Readonly<Record<string, Style>> = {
  trace: 'gray',
  debug: 'cyan',
  info: 'green',
  warn: 'yellow',
  error: 'red',
  fatal: 'magenta',
};

// Control characters: data from outside must not move the cursor of a terminal. Line breaks of stacks stay. biome-ignore
// lint/suspicious/noControlCharactersInRegex: these are the ones to escape
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;
const escaped = (text: string): string =>
  text.replaceAll(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
const onOneLine = (text: string): string => escaped(text).replaceAll('\n', '\\n');

const shown = (value: unknown): string => {
  if (typeof value === 'string') return /^[^\s"'=]+$/.test(value) ? onOneLine(value) : JSON.stringify(escaped(value));
  return typeof value === 'object' && value !== null
    ? escaped(inspect(value, { depth: 8, breakLength: Number.POSITIVE_INFINITY }))
    : String(value);
};

const indented = (text: string): string => escaped(text).replaceAll(/^/gm, '    ');

/** Makes a line of JSON readable: time, level, message and the other members, with a stack below. */
export const pretty = (line: string, colourful: boolean): string => {
  const { time, level, message, stack, fix, ...members } = JSON.parse(line) as Record<string, unknown>;
  const paint = (style: Style, text: string): string => (colourful ? styleText(style, text) : text);
  const clock = String(time).slice(11, 23);
  const word = String(level).toUpperCase().padEnd(5);
  const rest = Object.entries(members).map(([name, value]) => `${onOneLine(name)}=${shown(value)}`);
  const head = [
    paint('gray', clock),
    paint(colours[String(level)] ?? 'reset', word),
    onOneLine(typeof message === 'string' ? message : ''),
    ...(rest.length > 0 ? [paint('gray', rest.join(' '))] : []),
  ].join(' ');
  const below = [
    ...(typeof fix === 'string' ? [`  fix: ${escaped(fix)}`] : []),
    ...(typeof stack === 'string' ? [paint('gray', indented(stack))] : []),
  ];
  return `${[head, ...below].join('\n')}\n`;
};
