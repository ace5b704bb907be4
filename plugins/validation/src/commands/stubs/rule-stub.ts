/** The source of a validation rule. */
export const ruleStub = (className: string, signature: string): string => `import type { Context } from '@taproot/core';
import type { CustomRule, Data } from '@taproot/validation';

// Rule texts may name it from here on; \`string\` is the type of the values that pass.
declare module '@taproot/validation' {
  interface CustomRules {
    ${signature}: string;
  }
}

export class ${className} implements CustomRule {
  /** The name of the rule in strings of rules: \`'required|${signature}'\`. */
  signature(): string {
    return '${signature}';
  }

  /** Whether the value is valid. The parameters of the rule follow as strings. */
  passes(_ctx: Context | null, _data: Data, value: unknown): boolean {
    return typeof value === 'string';
  }

  message(): string {
    return 'The :attribute is not valid.';
  }
}
`;
