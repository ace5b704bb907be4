import type { Application, Context } from '@taproot/core';
import type { AssetTag } from '@taproot/core/internal';
import { perApp } from '@taproot/core/plugin';
import { DevAssets, noncePlace } from './dev-assets.ts';
import { errors } from './errors.ts';
import { Manifest } from './manifest.ts';

/** The assets of one application: of Vite's server while you develop, of the build otherwise. */
export class Assets {
  /** Vite's server; null where the build is used. */
  readonly dev: DevAssets | null;
  readonly #app: Application;
  #manifest: Manifest | null = null;

  constructor(app: Application) {
    const { dev, base } = app.config.vite;
    if (!/^(?:\/|https?:\/\/[^/?#]+\/)(?:[\w.~-]+\/)*$/.test(base))
      throw errors.E_VITE_BASE({ value: JSON.stringify(base) });
    this.#app = app;
    const serves = dev ?? (app.debug || app.config.app.env === 'testing');
    this.dev = serves && !app.isProduction ? new DevAssets(app) : null;
  }

  /**
   * The list of built files, read once.
   * @throws E_VITE_MANIFEST
   */
  get manifest(): Manifest {
    const { out, base } = this.#app.config.vite;
    this.#manifest ??= new Manifest(this.#app.path(out), base);
    return this.#manifest;
  }

  /**
   * The elements with which a page loads entries, each once.
   * @throws E_VITE_ENTRY, E_VITE_MANIFEST, E_VITE_START
   */
  tags(ctx: Context | null, entries: readonly string[]): readonly AssetTag[] {
    const nonce = this.#nonce(ctx);
    if (this.dev !== null) return this.dev.tags(entries).flatMap((tag) => withNonce(tag, nonce));
    const all = new Map(
      entries.flatMap((entry) =>
        this.manifest.tags(entry).map((tag) => [tag.props.href ?? tag.props.src ?? '', tag] as const),
      ),
    );
    const tags = [...all.values()];
    if (nonce === null) return tags;
    // Code of Vite in the page reads it for what it loads later.
    const meta: AssetTag = { tag: 'meta', props: { property: 'csp-nonce', nonce } };
    return [meta, ...tags.map(({ tag, props }) => ({ tag, props: { ...props, nonce } }))];
  }

  /**
   * The address of an asset.
   * @throws E_VITE_ENTRY, E_VITE_MANIFEST
   */
  url(source: string): string {
    return this.dev === null ? this.manifest.url(source) : this.dev.url(source);
  }

  #nonce(ctx: Context | null): string | null {
    if (ctx === null || !this.#app.config.vite.nonce) return null;
    return this.#app.provided('nonce')?.(ctx) ?? null;
  }
}

/** Puts the nonce of the page where Vite has left a place for it. */
const withNonce = ({ tag, props }: AssetTag, nonce: string | null): readonly AssetTag[] => {
  if (props.nonce !== noncePlace) return [{ tag, props }];
  if (nonce !== null) return [{ tag, props: { ...props, nonce } }];
  const { nonce: _, ...others } = props;
  return tag === 'meta' ? [] : [{ tag, props: others }];
};

/** The assets of an application. */
export const assetsOf = perApp((app) => new Assets(app));
