import type { Context } from '@taproot/core';
import { type AssetTag, assetHtml } from '@taproot/core/internal';
import type { Assets } from './assets.ts';

/** The facade `Vite`: scripts and style sheets for pages that no template writes. */
export class Vite {
  readonly #assets: Assets;

  /** Made once for each application. */
  constructor(assets: Assets) {
    this.#assets = assets;
  }

  /**
   * The elements of a page that load these entries, as HTML for its head: `facades.Vite().html(ctx, 'app.ts')`. `ctx` gives the nonce of
   * the page; null outside of a request.
   * @throws E_VITE_ENTRY, E_VITE_MANIFEST, E_VITE_START
   */
  html(ctx: Context | null, ...entries: readonly string[]): string {
    return assetHtml(this.#assets.tags(ctx, entries));
  }

  /**
   * The same as a list, for JSX and others that write elements.
   * @throws E_VITE_ENTRY, E_VITE_MANIFEST, E_VITE_START
   */
  tags(ctx: Context | null, ...entries: readonly string[]): readonly AssetTag[] {
    return this.#assets.tags(ctx, entries);
  }

  /**
   * The address of an asset that is built: an entry, or a file that one imports, such as `images/logo.svg`.
   * @throws E_VITE_ENTRY, E_VITE_MANIFEST
   */
  url(source: string): string {
    return this.#assets.url(source);
  }
}
