/** The type of a file by its content: all matching media types and extensions. */
export interface FileType {
  readonly mimes: readonly string[];
  readonly extensions: readonly string[];
}

const svg: FileType = { mimes: ['image/svg+xml'], extensions: ['svg'] };
const xml: FileType = { mimes: ['application/xml'], extensions: ['xml'] };
const html: FileType = { mimes: ['text/html'], extensions: ['html'] };
const json: FileType = { mimes: ['application/json', 'text/plain'], extensions: ['json', 'txt'] };
const csv: FileType = { mimes: ['text/csv', 'text/plain'], extensions: ['csv', 'txt'] };
const plain: FileType = { mimes: ['text/plain'], extensions: ['txt'] };

// Spaces, declarations and comments before the first element. No part reads the same text twice, so the time is linear.
const prologue = /\s+|<\?[^>]*>|<!--[\s\S]*?-->|<!doctype[^>[]*(?:\[[^\]]*\][^>]*)?>/iy;
const htmlDoctype = /<!doctype\s+html/i;
const markup = /^<(?:html|head|body|script|iframe|style|title|table|div|font|a|h1|p|br|img)[\s/>]/i;

/**
 * The kind of text in a file of type `text/plain`, by its first characters; `whole` means that the file has no more. Markup never counts as
 * plain text, because a browser might run it. Tables and JSON are plain text, too.
 */
export const textType = (head: string, whole: boolean): FileType => {
  const text = head.replace(/^\u{feff}/u, '');
  const at = firstElement(text);
  const root = text.slice(at, at + 100);
  if (/^<svg[\s/>]/i.test(root)) return svg;
  if (/^<html[\s/>]/i.test(root) || htmlDoctype.test(text.slice(0, at))) return html;
  if (/^\s*<\?xml\s/.test(text)) return xml;
  if (markup.test(root)) return html;
  if (whole && /^\s*[[{]/.test(text) && isJson(text)) return json;
  return isTable(text, whole) ? csv : plain;
};

/** The position where the first element would begin. */
const firstElement = (text: string): number => {
  prologue.lastIndex = 0;
  let at = 0;
  while (prologue.test(text)) at = prologue.lastIndex;
  return at;
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** At least two lines with the same number of separators in each; ignores separators in quoted fields. */
const isTable = (text: string, whole: boolean): boolean => {
  const lines = text.split(/\r?\n/);
  // The last line may be empty, or may be cut off at the end of the head.
  if (!whole || lines.at(-1) === '') lines.pop();
  if (lines.length < 2) return false;
  return [',', ';', '\t'].some((separator) => {
    const count = lines[0]?.split(separator).length ?? 0;
    return count > 1 && lines.every((line) => line.replaceAll(/"[^"]*"/g, '').split(separator).length === count);
  });
};
