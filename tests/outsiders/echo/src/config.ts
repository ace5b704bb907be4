/** The `echo` configuration; its file is config/echo.ts. */
export interface EchoConfig {
  /** Path of the WebSocket. */
  path: string;
  /** Origins whose pages may connect, such as `https://shop.example`; empty for any. Clients without an origin always may. */
  origins: readonly string[];
  /** Bytes of the largest message; the connection is closed with 1009 beyond them. */
  max_payload: number;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    echo: EchoConfig;
  }
}

export const echoDefaults: EchoConfig = { path: '/echo', origins: [], max_payload: 64 * 1024 };
