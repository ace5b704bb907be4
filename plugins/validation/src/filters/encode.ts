import { defineFilter, type FilterDefinition, onText } from './filter.ts';

const scriptEscapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '<': '\\x3c',
  '>': '\\x3e',
  '/': '\\/',
};

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

const escapeScript = (text: string): string => text.replaceAll(/[\\"'\n\r<>/]/g, (sign) => scriptEscapes[sign] ?? sign);
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/**
 * Removes everything from each `<` to the next `>`. No tag remains, even if tags are nested. This tidies strings; it does not make them
 * safe in a page. Escape them where you write the page.
 */
const stripTags = (text: string): string => {
  let kept = '';
  let from = 0;
  for (;;) {
    const open = text.indexOf('<', from);
    const close = open === -1 ? -1 : text.indexOf('>', open);
    if (close === -1) return kept + text.slice(from);
    kept += text.slice(from, open);
    from = close + 1;
  }
};

const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** Encodes like forms (a space is `+`); an unpaired surrogate becomes U+FFFD. */
const urlEncode = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replaceAll('%20', '+')
    .replaceAll(/[!'()*]/g, percent);

const urlDecode = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

/** Filters that encode or decode a text. */
export const encodeFilters: readonly FilterDefinition[] = [
  defineFilter({ name: 'strip_tags', deprecated: ['stripTags'], apply: onText(stripTags) }),
  defineFilter({ name: 'escape_js', deprecated: ['escapeJs', 'escapeJS'], apply: onText(escapeScript) }),
  defineFilter({ name: 'escape_html', deprecated: ['escapeHtml', 'escapeHTML'], apply: onText(escapeHtml) }),
  defineFilter({ name: 'url_encode', deprecated: ['urlEncode'], apply: onText(urlEncode) }),
  defineFilter({ name: 'url_decode', deprecated: ['urlDecode'], apply: onText(urlDecode) }),
];
