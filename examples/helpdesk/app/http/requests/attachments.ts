import { formRequest } from '@taproot/validation';

/** At most 2 MiB each, of types in which nothing runs; the content decides. All files of a form together: http.upload.max_body. */
export class Attach extends formRequest({ file: 'required|file|mimes:png,jpg,gif,webp,pdf,txt|max:2048' }) {}
