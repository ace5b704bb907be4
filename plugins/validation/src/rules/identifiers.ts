import { defineRule, type RuleDefinition, refuseOption, textRule } from './definition.ts';

const shape = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const nil = '00000000-0000-0000-0000-000000000000';
const max = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

// The positions of version and variant (RFC 9562 4.1, 4.2).
const versionAt = 14;
const variantAt = 19;

const hasVersion = (text: string, version: string): boolean => shape.test(text) && text[versionAt] === version;

const hasVariant = (text: string): boolean => /[89ab]/i.test(text[variantAt] ?? '');

const isVersion =
  (version: string) =>
  (text: string): boolean =>
    hasVersion(text, version) && hasVariant(text);

const testFor = (option: string | undefined): ((text: string) => boolean) | null => {
  if (option === undefined) return (text) => shape.test(text);
  if (option === 'nil') return (text) => text === nil;
  if (option === 'max') return (text) => text.toLowerCase() === max;
  return /^[1-8]$/.test(option) ? isVersion(option) : null;
};

const uuid = defineRule({
  name: 'uuid',
  parameters: { min: 0, max: 1 },
  compile: (call) => {
    const [option] = call.parameters;
    const test =
      testFor(option) ?? refuseOption(call, option ?? '', ['1', '2', '3', '4', '5', '6', '7', '8', 'nil', 'max']);
    return (value) => typeof value === 'string' && test(value);
  },
});

const ulid = /^[\dA-HJKMNP-TV-Z]{26}$/i;
const hexColor = /^#(?:[\dA-F]{3,4}|[\dA-F]{6}|[\dA-F]{8})$/i;

/** Rules on identifiers that machines make. `uuid` accepts any version and variant; `uuid:7` and the like accept one version. */
export const identifierRules: readonly RuleDefinition[] = [
  uuid,
  // Version 3 also occurs with other variants.
  textRule('uuid3', (text) => hasVersion(text, '3')),
  textRule('uuid4', isVersion('4')),
  textRule('uuid5', isVersion('5')),
  textRule('ulid', (text) => ulid.test(text)),
  textRule('hex_color', (text) => hexColor.test(text)),
];

// As deep as request bodies may nest by default.
const deepest = 64;

const quote = 0x22;
const backslash = 0x5c;

const opens = (code: number): boolean => code === 0x5b || code === 0x7b;
const closes = (code: number): boolean => code === 0x5d || code === 0x7d;

/** Checks the depth before parsing, because later parsers may recurse. */
const isTooDeep = (text: string): boolean => {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inText) {
      if (code === backslash) i++;
      else if (code === quote) inText = false;
    } else if (code === quote) inText = true;
    else if (opens(code)) {
      if (++depth > deepest) return true;
    } else if (closes(code)) depth--;
  }
  return false;
};

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Text that is JSON, also a scalar, nested at most 64 levels deep. */
export const jsonRules: readonly RuleDefinition[] = [textRule('json', (text) => !isTooDeep(text) && parses(text))];
