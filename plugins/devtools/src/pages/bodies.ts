import { maskFields, maskText } from '@taproot/routing/pages';
import { formFields } from '../reading/body-fields.ts';
import type { BodyCopy } from '../recorder/body-copy.ts';

const isText =
  /^(?:text\/|application\/(?:[\w.+-]*json|xml|[\w.+-]*\+xml|javascript|graphql|x-www-form-urlencoded)\b)/i;
const longest = 20_000;

const masked = (type: string, text: string): string => {
  if (/json/i.test(type)) {
    try {
      return JSON.stringify(maskFields(JSON.parse(text)), null, 2);
    } catch {
      return 'It is not valid JSON, and is not shown, because secrets in it cannot be found.';
    }
  }
  if (/x-www-form-urlencoded/i.test(type)) return JSON.stringify(maskFields(formFields(text)), null, 2);
  return maskText(text);
};

/** A body as a page may show it: text with masked secrets, or a sentence that describes it. Empty for no body. */
export const shownBody = (body: BodyCopy, type: string, encoding: string): string => {
  if (body.size === 0) return '';
  const { bytes } = body;
  if (bytes === null) return `${body.size} bytes, too many to be kept.`;
  if (encoding !== '' && encoding !== 'identity') return `${body.size} bytes, compressed with ${encoding}.`;
  if (!isText.test(type)) return `${body.size} bytes of ${type || 'an unknown type'}.`;
  return masked(type, bytes.toString('utf8')).slice(0, longest);
};
