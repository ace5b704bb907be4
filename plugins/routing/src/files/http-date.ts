// RFC 9110 5.6.7: the form to send, and the two obsolete ones that recipients must still read.
const imfFixdate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const rfc850 = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Milliseconds of an HTTP date; null for anything else, of which `Date.parse` takes too much. */
export const parseHttpDate = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  const zoned = asctime.test(text) ? `${text} GMT` : text;
  if (zoned === text && !imfFixdate.test(text) && !rfc850.test(text)) return null;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? null : time;
};

/** A date as HTTP tells it, in whole seconds; RFC 9110 8.8.2.1 forbids one that lies in the future. */
export const lastModified = (modified: Date): string =>
  new Date(Math.min(modified.getTime(), Date.now())).toUTCString();

/** The same in milliseconds. */
export const lastModifiedTime = (modified: Date): number =>
  Math.floor(Math.min(modified.getTime(), Date.now()) / 1000) * 1000;
