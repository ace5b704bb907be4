import { FrameworkError } from '@taproot/core';

/**
 * The messages by field of an error that `validated()` throws, for error responses with a format of your own; null for any
 * other error.
 */
export const validationMessages = (error: unknown): Readonly<Record<string, readonly string[]>> | null =>
  error instanceof FrameworkError && error.code === 'E_VALIDATION_FAILED'
    ? // Written by the only place that raises this code.
      (error.details?.['errors'] as Readonly<Record<string, readonly string[]>>)
    : null;
