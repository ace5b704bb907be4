import { existsSync, readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import type { Duplex } from 'node:stream';
import type { Application } from '@taproot/core';
import { type AssetTag, importOptional, reasonOf } from '@taproot/core/internal';
import { didYouMean } from '@taproot/core/plugin';
import type { ViteDevServer } from 'vite';
import { errors } from './errors.ts';

/** Stands for the nonce of a page in what Vite writes. */
export const noncePlace = 'nonce-of-the-page';

const endings = ['ts', 'mts', 'js', 'mjs'];

/** The elements in HTML that Vite has written. */
const tagsIn = (html: string): readonly AssetTag[] =>
  [...html.matchAll(/<(link|meta|script)\b([^>]*)>(?:([^]*?)<\/script>)?/g)].map(([, name, attributes = '', code]) => ({
    tag: name as AssetTag['tag'],
    props: {
      ...Object.fromEntries(
        [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]),
      ),
      ...(code === undefined || code.trim() === '' ? {} : { dangerouslySetInnerHTML: { __html: code } }),
    },
  }));

/** Vite's own server, behind the port of the application: the sources themselves, with hot updates. */
export class DevAssets {
  readonly #app: Application;
  readonly #folder: string;
  readonly #base: string;
  /** Never listens: Vite gets the upgrades of the application through it. */
  readonly #upgrades = createServer();
  #starting: Promise<void> | null = null;
  #vite: ViteDevServer | null = null;
  #fault: Error | null = null;
  #head: readonly AssetTag[];

  constructor(app: Application) {
    const { folder, base } = app.config.vite;
    this.#app = app;
    this.#folder = resolve(app.basePath, folder);
    this.#base = base.startsWith('/') ? base : new URL(base).pathname;
    this.#head = [
      { tag: 'meta', props: { property: 'csp-nonce', nonce: noncePlace } },
      { tag: 'script', props: { type: 'module', src: `${this.#base}@vite/client`, nonce: noncePlace } },
    ];
  }

  /** The path of Vite's server, which begins and ends with a slash. */
  get path(): string {
    return this.#base;
  }

  /** Starts Vite. Requests wait for it, and the boot does not. */
  start(): void {
    this.#starting ??= this.#start().catch((error: unknown) => {
      this.#fault = errors.E_VITE_START({ reason: reasonOf(error) }, { cause: error });
      this.#app.report(this.#fault, { where: 'vite' });
    });
  }

  /** Resolves when Vite has started or failed. */
  async ready(): Promise<void> {
    await this.#starting;
  }

  /** Ends Vite, its watchers and its sockets. */
  async close(): Promise<void> {
    await this.#starting;
    await this.#vite?.close();
    this.#vite = null;
  }

  /** Answers a request below the base. */
  readonly answer = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): void => {
    if (this.#vite === null) return next();
    this.#vite.middlewares(req, res, next);
  };

  /** Takes over the WebSocket of the updates. */
  readonly upgrade = (req: IncomingMessage, socket: Duplex, head: Buffer): void =>
    void this.#upgrades.emit('upgrade', req, socket, head);

  /**
   * The elements with which a page loads entries.
   * @throws E_VITE_ENTRY, E_VITE_START
   */
  tags(entries: readonly string[]): readonly AssetTag[] {
    if (this.#fault !== null) throw this.#fault;
    return [...this.#head, ...entries.map((entry) => this.#entry(entry))];
  }

  /**
   * The address of a source.
   * @throws E_VITE_ENTRY
   */
  url(source: string): string {
    if (typeof source === 'string' && source !== '' && existsSync(join(this.#folder, source)))
      return this.#base + source;
    const names = existsSync(this.#folder) ? readdirSync(this.#folder) : [];
    throw errors.E_VITE_ENTRY({
      name: JSON.stringify(source) ?? 'undefined',
      where: `the folder ${this.#folder} has ${names.join(', ') || 'no files'}`,
      hint: didYouMean(source, names),
    });
  }

  #entry(entry: string): AssetTag {
    const url = this.url(entry);
    if (/\.(?:css|less|sass|scss|styl|stylus|pcss|postcss|sss)$/.test(entry))
      return { tag: 'link', props: { rel: 'stylesheet', href: url, nonce: noncePlace } };
    return { tag: 'script', props: { type: 'module', src: url, nonce: noncePlace } };
  }

  async #start(): Promise<void> {
    const { basePath: root, config } = this.#app;
    const vite = await importOptional(
      'vite',
      () => import('vite'),
      (cause) => new Error('the package vite is not installed', { cause }),
    );
    const configFile = endings.map((ending) => join(root, `vite.config.${ending}`)).find((file) => existsSync(file));
    const server = await vite.createServer({
      root,
      configFile: configFile ?? false,
      base: this.#base,
      appType: 'custom',
      logLevel: 'warn',
      clearScreen: false,
      html: { cspNonce: noncePlace },
      server: { middlewareMode: true, hmr: { server: this.#upgrades } },
    });
    try {
      const fits = (what: string, actual: string, expected: string): void => {
        if (resolve(actual) !== resolve(root, expected)) throw errors.E_VITE_CONFIG({ what, actual, expected });
      };
      fits('the folder', server.config.root, config.vite.folder);
      fits('the folder of the build', resolve(server.config.root, server.config.build.outDir), config.vite.out);
      // Plugins such as that of React add scripts of theirs.
      const page = '<!doctype html><html><head></head><body></body></html>';
      const html = await server.transformIndexHtml('/', page);
      this.#head = tagsIn(/<head>([^]*)<\/head>/.exec(html)?.[1] ?? '');
      this.#vite = server;
    } catch (error) {
      await server.close();
      throw error;
    }
  }
}
