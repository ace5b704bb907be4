import contentDisposition from 'content-disposition';

// Line breaks and other controls, and the marks that turn "gpj.exe" around on the screen.
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const unprintable = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** The base name of what may be a hostile name, for either kind of slash; `download` when nothing is left of it. */
export const safeFileName = (name: string): string => {
  const base = name.split(/[\\/]/).at(-1) ?? '';
  // Through UTF-8, because half a surrogate pair has none.
  const clean = Buffer.from(base.replaceAll(unprintable, '').slice(0, 255)).toString().trim();
  return clean === '' || clean === '.' || clean === '..' ? 'download' : clean;
};

/** `Content-Disposition` (RFC 6266) of a download under `name`, which may come from anywhere. */
export const attachment = (name: string): string => contentDisposition(safeFileName(name), { type: 'attachment' });
