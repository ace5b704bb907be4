// What every server of the case `upload` is sent.

export const boundary = 'bench-boundary';

/** Bytes of the file. */
export const bytes = 100_000;

/** The form: one text field and one file. */
export const form = [
  `--${boundary}`,
  'Content-Disposition: form-data; name="title"',
  '',
  'A tree',
  `--${boundary}`,
  'Content-Disposition: form-data; name="photo"; filename="tree.bin"',
  'Content-Type: application/octet-stream',
  '',
  'x'.repeat(bytes),
  `--${boundary}--`,
  '',
].join('\r\n');
