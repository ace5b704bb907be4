/** A part of the skeleton that an application can be made without, and what leaves with it. */
export interface TemplatePart {
  /** As create-taproot/src/parts.ts calls it; `posts` is what the starter `api` is made without. */
  readonly name: string;
  /** Parts it cannot be without. */
  readonly requires: readonly string[];
  /** Packages of npm that are there for it alone. */
  readonly packages: readonly string[];
  /** Files and folders of the skeleton that are there for it alone; a folder ends in `/`. */
  readonly files: readonly string[];
  /** Members that it adds to what stays: `facades.Auth`. */
  readonly members: readonly string[];
  /** By file that is no TypeScript: what is in each line that leaves. */
  readonly lines: Readonly<Record<string, readonly string[]>>;
  /** By file that is no TypeScript: with what each paragraph begins that leaves. */
  readonly paragraphs: Readonly<Record<string, readonly string[]>>;
}

export declare const parts: readonly TemplatePart[];
export declare const lists: ReadonlySet<string>;
