import type { RuleDefinition } from '../../rule/rule.ts';
import { textRule } from './text-rule.ts';

// As deep as request bodies may nest by default.
const deepest = 64;

const quote = 0x22;
const backslash = 0x5c;

const opens = (code: number): boolean => code === 0x5b || code === 0x7b;
const closes = (code: number): boolean => code === 0x5d || code === 0x7d;

/** Counted before parsing, since what parses it later may recurse. */
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

/** Text that is JSON, scalars too, nested no deeper than 64 levels. */
export const jsonRules: readonly RuleDefinition[] = [textRule('json', (text) => !isTooDeep(text) && parses(text))];
