import type { Context } from '../http/context.ts';

/** The pages of the application and their props, by name. A plugin for pages merges those that the application declares. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface PageProps {}

/** The attributes of an element that loads assets, by the names of HTML; JSX takes them as they are. */
export interface AssetProps {
  readonly rel?: string;
  readonly href?: string;
  readonly type?: string;
  readonly src?: string;
  readonly nonce?: string;
  readonly integrity?: string;
  readonly crossorigin?: string;
  readonly property?: string;
  /** The code of a script without `src`, in the form in which JSX takes it. */
  readonly dangerouslySetInnerHTML?: { readonly __html: string };
}

/** An element of a page that loads assets. */
export interface AssetTag {
  readonly tag: 'link' | 'meta' | 'script';
  readonly props: AssetProps;
}

/** The elements with which a page loads these entries. `ctx` is its request; null outside of one. */
export type AssetTags = (ctx: Context | null, entries: readonly string[]) => readonly AssetTag[];

const quoted = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Elements as HTML. */
export const assetHtml = (tags: readonly AssetTag[]): string =>
  tags
    .map(({ tag, props: { dangerouslySetInnerHTML: code, ...attributes } }) => {
      const written = Object.entries<string>(attributes).map(([name, value]) => ` ${name}="${quoted(value)}"`);
      return `<${tag}${written.join('')}>${tag === 'script' ? `${code?.__html ?? ''}</script>` : ''}`;
    })
    .join('\n');
