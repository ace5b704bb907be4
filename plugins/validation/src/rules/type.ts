import { isRecord } from '../values/records.ts';
import { longestNumeral, toNumber, trimBlanks } from '../values/scalars.ts';
import { hasOnlyKeys, keyList } from './array.ts';
import { type Check, defineRule, type RuleCall, type RuleDefinition, refuseOption } from './definition.ts';

type Passes = (value: unknown) => boolean;

const integer = /^[+-]?\d+$/;
const natural = /^(?:\+?\d+|-0+)$/;
const truths = new Set(['true', 'false', '1', '0', 'on', 'off', 'yes', 'no']);

const isNumeral = (text: string, pattern: RegExp): boolean =>
  text.length <= longestNumeral && pattern.test(trimBlanks(text));

const isText: Passes = (value) => typeof value === 'string';
const isContainer: Passes = (value) => Array.isArray(value) || isRecord(value);
const isNumber: Passes = (value) => toNumber(value) !== null;

const isInteger: Passes = (value) =>
  Number.isInteger(value) || typeof value === 'bigint' || (typeof value === 'string' && isNumeral(value, integer));

const isNatural: Passes = (value) => {
  if (typeof value === 'string') return isNumeral(value, natural);
  if (typeof value === 'bigint') return value >= 0n;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
};

const isBoolean: Passes = (value) => {
  if (typeof value === 'string') return truths.has(trimBlanks(value).toLowerCase());
  return typeof value === 'boolean' || value === 0 || value === 1;
};

/** `name` also accepts strings, because forms send them; `name:strict` accepts only the type itself. */
const strictable = (call: RuleCall, lenient: Passes, strict: Passes): Check => {
  const [mode] = call.parameters;
  if (mode === undefined) return lenient;
  return mode === 'strict' ? strict : refuseOption(call, mode, ['strict']);
};

const none = { min: 0, max: 0 };

/** Rules on the type of a value. Numbers and booleans may be strings, unless the rule has `strict`. */
export const typeRules: readonly RuleDefinition[] = [
  // Refuses unpaired surrogates and NUL, because databases and JSON parsers refuse, cut or replace them.
  defineRule({
    name: 'string',
    parameters: none,
    messageKey: (value) => (isText(value) ? 'string_characters' : null),
    compile: () => (value) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
  }),
  defineRule({
    name: 'integer',
    aliases: ['int'],
    kind: 'numeric',
    coerces: 'integer',
    parameters: { min: 0, max: 1 },
    compile: (call) => strictable(call, isInteger, (value) => isInteger(value) && !isText(value)),
  }),
  defineRule({ name: 'uint', kind: 'numeric', coerces: 'integer', parameters: none, compile: () => isNatural }),
  defineRule({
    name: 'numeric',
    deprecated: ['number'],
    kind: 'numeric',
    coerces: 'number',
    parameters: { min: 0, max: 1 },
    compile: (call) => strictable(call, isNumber, (value) => isNumber(value) && !isText(value)),
  }),
  defineRule({ name: 'float', kind: 'numeric', coerces: 'number', parameters: none, compile: () => isNumber }),
  defineRule({
    name: 'boolean',
    aliases: ['bool'],
    coerces: 'boolean',
    parameters: { min: 0, max: 1 },
    compile: (call) => strictable(call, isBoolean, (value) => typeof value === 'boolean'),
  }),
  defineRule({
    name: 'array',
    kind: 'array',
    coerces: 'same',
    // A list or map fails only because of its keys, so the message names them.
    messageKey: (value) => (isContainer(value) ? 'array_keys' : null),
    compile: ({ parameters }) => (parameters.length === 0 ? isContainer : hasOnlyKeys(parameters)),
    placeholders: keyList,
  }),
  defineRule({
    name: 'list',
    aliases: ['slice'],
    kind: 'array',
    coerces: 'same',
    parameters: none,
    compile: () => Array.isArray,
  }),
  defineRule({ name: 'map', kind: 'array', coerces: 'same', parameters: none, compile: () => isRecord }),
];
