/** The source of a filter. */
export const filterStub = (
  className: string,
  signature: string,
): string => `import type { CustomFilter } from '@taproot/validation';

// Filter texts may name it from here on.
declare module '@taproot/validation' {
  interface CustomFilters {
    ${signature}: true;
  }
}

export class ${className} implements CustomFilter {
  /** The name by which filter texts call it: \`'trim|${signature}'\`. */
  signature(): string {
    return '${signature}';
  }

  /** What it does to a value. Parameters of the filter text come behind it, as texts. */
  handle(): (value: unknown) => unknown {
    return (value) => (typeof value === 'string' ? value.trim() : value);
  }
}
`;
