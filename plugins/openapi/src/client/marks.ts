/** A name in a generated file that stands for a route. Lines and columns begin at 0. */
export interface Mark {
  readonly route: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

// Text from a document never holds NUL: literals and JSON escape it, and doc comments leave it out.
const end = '\0';

/** Marks the name of a route in a generated text, for `takeMarks()`. */
export const marked = (route: string, name: string): string => `${end}${JSON.stringify(route)}${end}${name}${end}`;

/** Takes the marks out of a text. */
export const takeMarks = (given: string): { readonly text: string; readonly marks: readonly Mark[] } => {
  const marks: Mark[] = [];
  const parts = given.split(end);
  const texts: string[] = [];
  let line = 0;
  let column = 0;
  for (let i = 0; i < parts.length; i += 3) {
    const [plain = '', route, name = ''] = parts.slice(i, i + 3);
    const last = plain.lastIndexOf('\n');
    texts.push(plain, name);
    line += plain.split('\n').length - 1;
    column = last === -1 ? column + plain.length : plain.length - last - 1;
    if (route === undefined) break;
    marks.push({ route: JSON.parse(route) as string, line, column, length: name.length });
    column += name.length;
  }
  return { text: texts.join(''), marks };
};
