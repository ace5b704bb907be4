/** The `views` configuration; its file is config/views.ts. */
export interface ViewsConfig {
  /** The folder of the templates, in the application; `views` by default. */
  folder: string;
  /** Whether templates are read and compiled again for each page; by default while `app.debug` is on. */
  reload: boolean | null;
  /**
   * Makes HTML of what a component returns, such as `renderToString` of preact-render-to-string. By default its own `toString()`, which JSX of
   * Hono has.
   */
  render: ((node: never) => string | Promise<string>) | null;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/views.ts: where templates are, and assets. */
    views: ViewsConfig;
  }
}
