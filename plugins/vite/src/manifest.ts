import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssetTag } from '@taproot/core/internal';
import { didYouMean } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** A file of the build, as Vite 7 and 8 list it under the path of its source. */
interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  /** Written by plugins for subresource integrity. */
  readonly integrity?: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isChunk = (value: unknown): value is Chunk =>
  isRecord(value) &&
  typeof value['file'] === 'string' &&
  [value['imports'], value['css']].every((list) => list === undefined || Array.isArray(list));

/** The list that `vite build` has written: files with hashes in their names, by the paths of their sources. */
export class Manifest {
  readonly #file: string;
  readonly #chunks: ReadonlyMap<string, Chunk>;
  readonly #base: string;
  readonly #integrities: ReadonlyMap<string, string>;
  readonly #known = new Map<string, readonly AssetTag[]>();

  /**
   * Reads the manifest in `folder`; browsers find the files below `base`.
   * @throws E_VITE_MANIFEST
   */
  constructor(folder: string, base: string) {
    this.#file = join(folder, '.vite', 'manifest.json');
    this.#base = base;
    const chunks = Object.entries(this.#read());
    this.#chunks = new Map(chunks);
    this.#integrities = new Map(chunks.flatMap(([, { file, integrity }]) => (integrity ? [[file, integrity]] : [])));
  }

  /**
   * The address of a built file, by its source.
   * @throws E_VITE_ENTRY
   */
  url(source: string): string {
    return this.#base + this.#chunk(source).file;
  }

  /**
   * The elements with which a page loads an entry: its style sheets and those of its imports, the imports, the script.
   * @throws E_VITE_ENTRY
   */
  tags(entry: string): readonly AssetTag[] {
    const known = this.#known.get(entry);
    if (known !== undefined) return known;
    const chunk = this.#chunk(entry);
    const imports = this.#importsOf(entry);
    const sheets = [...imports.map((key) => this.#chunk(key)), chunk].flatMap(({ file, css = [] }) =>
      file.endsWith('.css') ? [...css, file] : css,
    );
    const tags: AssetTag[] = [...new Set(sheets)].map((file) => this.#tag('link', { rel: 'stylesheet' }, file));
    for (const key of imports) tags.push(this.#tag('link', { rel: 'modulepreload' }, this.#chunk(key).file));
    if (!chunk.file.endsWith('.css')) tags.push(this.#tag('script', { type: 'module' }, chunk.file));
    this.#known.set(entry, tags);
    return tags;
  }

  /** The imports of a chunk and theirs, what others import first. */
  #importsOf(key: string, seen = new Set<string>()): string[] {
    return (this.#chunk(key).imports ?? []).flatMap((next) => {
      if (seen.has(next)) return [];
      seen.add(next);
      return [...this.#importsOf(next, seen), next];
    });
  }

  #tag(tag: 'link' | 'script', props: AssetTag['props'], file: string): AssetTag {
    const integrity = this.#integrities.get(file);
    // Of another origin only a file that is asked for with CORS can be checked.
    const cross = this.#base.startsWith('/') ? {} : { crossorigin: 'anonymous' };
    return {
      tag,
      props: {
        ...props,
        [tag === 'link' ? 'href' : 'src']: this.#base + file,
        ...cross,
        ...(integrity === undefined ? {} : { integrity }),
      },
    };
  }

  #chunk(source: string): Chunk {
    const chunk = this.#chunks.get(source);
    if (chunk !== undefined) return chunk;
    const entries = [...this.#chunks].filter(([, { isEntry }]) => isEntry === true).map(([key]) => key);
    throw errors.E_VITE_ENTRY({
      name: JSON.stringify(source) ?? 'undefined',
      where: `${this.#file} has ${entries.join(', ') || 'no entries'}`,
      hint: didYouMean(source, entries),
    });
  }

  #read(): Readonly<Record<string, Chunk>> {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch (cause) {
      throw errors.E_VITE_MANIFEST({ file: this.#file, reason: 'cannot be read' }, { cause });
    }
    try {
      const read: unknown = JSON.parse(text);
      if (isRecord(read) && Object.values(read).every(isChunk)) return read as Readonly<Record<string, Chunk>>;
    } catch {
      // The error below says what is wrong.
    }
    throw errors.E_VITE_MANIFEST({ file: this.#file, reason: 'is no manifest of Vite' });
  }
}
