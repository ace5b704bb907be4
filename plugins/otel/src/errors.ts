import { defineErrors } from '@taproot/core';

/** Errors of OpenTelemetry: configuration. */
export const errors = defineErrors({
  E_OTEL_SPAN: {
    message: 'Configuration "otel.spans" names "{span}", but there are no such spans.{hint}',
    fix: 'Use some of these: {known}.',
  },
});
