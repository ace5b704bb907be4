import type { CustomRule, JsonSchema } from '@taproot/validation';

declare module '@taproot/validation' {
  interface CustomRules {
    door: string;
  }
}

/** The code of a door: `A-12`. */
export class Door implements CustomRule {
  signature(): string {
    return 'door';
  }

  passes(_ctx: unknown, _data: unknown, value: unknown): boolean {
    return /^[A-Z]-\d{2}$/.test(String(value));
  }

  message(): string {
    return 'No door.';
  }

  schema(): JsonSchema {
    return { type: 'string', pattern: String.raw`^[A-Z]-\d{2}$` };
  }
}
