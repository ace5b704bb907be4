import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { didYouMean } from '@taproot/core/plugin';
import { Eta, EtaParseError, EtaRuntimeError } from 'eta';
import { errors } from './errors.ts';
import { escapeHtml, safeAddress, scriptJson } from './html.ts';
import { helperNames } from './page.ts';
import { Places } from './places.ts';
import { templateNames } from './template-files.ts';

/** The ending of templates. */
export const ending = '.eta';

/** How deep templates may include each other. */
const deepest = 100;

const nameOf = /^[\w-]+(?:\/[\w-]+)*$/;

/** The part of Eta's syntax tree that is used here. */
type Node = string | { readonly t: string; val: string; readonly lineNo?: number };

// Eta has escaped the text for a string of JavaScript.
const plainText = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

/** An error at a line of the template that is read. */
class PlaceError extends Error {
  readonly line: number;

  constructor(line: number, cause: Error) {
    super(cause.message, { cause });
    this.line = line;
  }
}

/** Writes each value as its place asks. */
const placeValues = (nodes: Node[]): Node[] => {
  const places = new Places();
  for (const node of nodes) {
    if (typeof node === 'string') places.read(plainText(node));
    else if (node.t === 'i') {
      let treatment: ReturnType<Places['value']>;
      try {
        treatment = places.value();
      } catch (error) {
        throw new PlaceError(node.lineNo ?? 1, error as Error);
      }
      if (treatment !== 'text') node.val = `this.${treatment}(${node.val})`;
    }
  }
  return nodes;
};

/**
 * Takes from the code of a template what costs time at each page: helpers that it does not mention, and the count of lines as a member of
 * an object, where a variable does.
 */
const lightened = (code: string): string => {
  const helpers = helperNames.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const given = helpers.length === 0 ? '' : `const { ${helpers.join(', ')} } = it.$;`;
  return `${given}let __line = 1;${code
    .replaceAll(/^__eta\.line=(?=\d+$)/gm, '__line=')
    .replace('__eta.line, options.filepath)', '__line, options.filepath)')
    // The layout is made behind the last line; an error in its name belongs to the line that says it.
    .replace('  __eta.layout = path;', '$& __eta.layoutLine = __line;')
    .replace('if (__eta.layout) {\n  __eta.res', 'if (__eta.layout) {\n  __line = __eta.layoutLine; __eta.res')}`;
};

/** Templates of Eta: the only file that knows the library. */
export class EtaEngine {
  readonly #folder: string;
  readonly #eta: HouseEta;

  /** `reload` reads and compiles a template each time. */
  constructor(folder: string, reload: boolean) {
    this.#folder = folder;
    this.#eta = new HouseEta(folder, reload);
  }

  /** The file of a template; null if there is none. */
  fileOf(name: string): string | null {
    const file = nameOf.test(name) ? join(this.#folder, `${name}${ending}`) : null;
    return file !== null && existsSync(file) ? file : null;
  }

  /**
   * The page of a template.
   * @throws E_VIEW_NAME, E_VIEW_UNKNOWN, E_VIEW_SYNTAX, E_VIEW_FAILED, E_VIEW_DEPTH
   */
  render(name: string, data: object): string {
    // An unknown view is the fault of the caller, and needs no place in a template.
    this.#eta.pathOf(name);
    try {
      return this.#eta.render(name, data);
    } catch (error) {
      throw this.#placed(error);
    }
  }

  /** The error with the file and the line of the template. The debug page shows them. */
  #placed(error: unknown): unknown {
    let [file, line, reason] = [this.#eta.lastRead, 0, error];
    while (reason instanceof EtaRuntimeError) {
      const place = /^(.+):(\d+)\n/.exec(reason.message);
      if (place !== null) [file, line] = [place[1] ?? file, Number(place[2])];
      reason = reason.cause;
    }
    if (hasCode(reason, 'E_VIEW_DEPTH')) return reason;
    if (reason instanceof PlaceError || reason instanceof EtaParseError) {
      file = this.#eta.lastRead;
      const fault =
        reason instanceof PlaceError ? { line: reason.line, text: reason.message } : this.#syntax(file, reason);
      return at(errors.E_VIEW_SYNTAX({ file, line: fault.line, reason: fault.text }), file, fault.line);
    }
    if (line === 0) return reason;
    return at(errors.E_VIEW_FAILED({ file, line, reason: reasonOf(reason) }, { cause: reason }), file, line);
  }

  /** The line of a syntax error. Eta knows those of its tags; V8 knows those of the code in them. */
  #syntax(file: string, { message }: Error): { readonly line: number; readonly text: string } {
    const [first = ''] = message.split('\n');
    const own = /^(.*) at line (\d+) col \d+/.exec(first);
    if (own !== null) return { line: Number(own[2]), text: own[1] ?? '' };
    const source = `(function (it, options) {${this.#eta.compileToString(readFileSync(file, 'utf8'), { filepath: file })}\n})`;
    try {
      void new Script(source, { filename: 'template' });
    } catch (error) {
      const row = Number(/^template:(\d+)/.exec((error as Error).stack ?? '')?.[1] ?? 1);
      const lines = source.split('\n').slice(0, row);
      const known = lines.flatMap((text) => /^__line=(\d+)$/.exec(text)?.[1] ?? []);
      return { line: Number(known.at(-1) ?? 1), text: (error as Error).message };
    }
    return { line: 1, text: first };
  }
}

/** Puts the line of the template on top of the stack. */
const at = (error: Error, file: string, line: number): Error => {
  const [head = ''] = (error.stack ?? '').split('\n    at ', 1);
  error.stack = `${head}\n    at ${file}:${line}:1`;
  return error;
};

class HouseEta extends Eta {
  /** The file that was read last; it is the one that cannot be compiled. */
  lastRead = '';
  /** Checks the scheme of an address. */
  readonly address = safeAddress;
  /** Writes a value as JSON. */
  readonly script = scriptJson;
  readonly #folder: string;
  readonly #paths = new Map<string, string>();
  readonly #reload: boolean;
  #depth = 0;

  constructor(folder: string, reload: boolean) {
    super({
      views: folder,
      cache: !reload,
      debug: true,
      escapeFunction: escapeHtml,
      plugins: [{ processAST: placeValues, processFnString: lightened }],
    });
    this.#folder = folder;
    this.#reload = reload;
    const { render } = this;
    // Each template that includes another one calls this.
    this.render = (template, data, meta) => {
      if (this.#depth >= deepest) throw errors.E_VIEW_DEPTH({ limit: deepest, name: String(template) });
      this.#depth++;
      try {
        return meta === undefined ? render.call(this, template, data) : render.call(this, template, data, meta);
      } finally {
        this.#depth--;
      }
    };
  }

  /** The file of a template. */
  pathOf(name: string): string {
    const known = this.#paths.get(name);
    if (known !== undefined) return known;
    if (typeof name !== 'string' || !nameOf.test(name))
      throw errors.E_VIEW_NAME({ name: JSON.stringify(name) ?? 'undefined' });
    const file = join(this.#folder, `${name}${ending}`);
    if (!existsSync(file))
      throw errors.E_VIEW_UNKNOWN({ name, file, hint: didYouMean(name, templateNames(this.#folder, ending)) });
    if (!this.#reload) this.#paths.set(name, file);
    return file;
  }

  override resolvePath = (name: string): string => this.pathOf(name);

  override readFile = (file: string): string => {
    this.lastRead = file;
    return readFileSync(file, 'utf8');
  };
}
