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
  /** The name of the filter in strings of filters: \`'trim|${signature}'\`. */
  signature(): string {
    return '${signature}';
  }

  /** Returns the new value. The parameters of the filter follow as strings. */
  handle(): (value: unknown) => unknown {
    return (value) => (typeof value === 'string' ? value.trim() : value);
  }
}
`;
