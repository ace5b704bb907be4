import type { Request } from '@taproot/core';
import { own } from '../values/records.ts';

/**
 * Whether the value under a first key came from a form or a query. Those cannot tell a list of one from a single value:
 * `<select multiple>` with one choice sends what a plain `<select>` sends.
 */
export type IsFormValue = (key: string, value: unknown) => boolean;

export const everyFormValue: IsFormValue = () => true;

const forms = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);

/** As `IsFormValue`, for a request. Route parameters are single values by their nature, but are written as a form's. */
export const formValuesOf =
  (request: Request): IsFormValue =>
  (key, value) =>
    forms.has(request.contentType()) || value === own(request.queries(), key);
