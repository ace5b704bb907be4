import { connect } from 'node:net';
import { type Application, type Config } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { type RootRouter, routing } from '@taproot/routing';
import { testApplication } from '../application/test-application.ts';

/** An application that listens. */
export interface Opened {
  /** The application. */
  readonly app: Application;
  /** Its address: `http://127.0.0.1:49152`. */
  readonly url: string;
  /** The port of that address. */
  readonly port: number;
  /**
   * Sends text over a new connection, and resolves to everything that the server sends until it closes the connection.
   */
  readonly raw: (text: string) => Promise<string>;
  /** Closes the application before the case ends. */
  readonly close: () => Promise<void>;
}

/** The parts of an application of the suite. */
export interface OpenOptions {
  /** Configuration beside the driver and the port. */
  readonly config?: Config;
  /** Variables of its environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Taps hooks before the application is frozen. */
  readonly apply?: (app: Application) => void;
}

/** The plugins and settings that the driver needs. */
export interface DriverConformanceOptions {
  /** Plugins in addition to routing, such as the plugin of the driver; created again for each application. */
  readonly plugins?: () => readonly AnyPlugin[];
  /** Taps hooks of each application, for example the hook with the driver's native instance. */
  readonly apply?: (app: Application) => void;
}

const exchange = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (received += chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    socket.write(text, 'latin1');
  });

/** Applications of one driver. They are closed after each case. */
export class Suite {
  /** The driver's name in `http.driver`. */
  readonly driver: string;
  /** The errors reported since the application was opened. */
  readonly reported: unknown[] = [];
  readonly #options: DriverConformanceOptions;
  readonly #open: Pick<Application, 'close'>[] = [];

  constructor(driver: string, options: DriverConformanceOptions = {}) {
    this.driver = driver;
    this.#options = options;
  }

  /** Opens an application with these routes on a free port. */
  async open(register: (route: RootRouter) => void, options: OpenOptions = {}): Promise<Opened> {
    const { config = {}, env = {}, apply } = options;
    const http = typeof config.http === 'object' ? config.http : {};
    const tapping = definePlugin({
      name: 'test',
      after: ['routing'],
      apply: (app) => {
        this.tap(app);
        apply?.(app);
      },
    });
    const app = await testApplication({
      plugins: [routing(), ...(this.#options.plugins?.() ?? []), tapping],
      config: { ...config, http: { driver: this.driver, port: 0, ...http } },
      env,
      register: ({ facades }) => register(facades.Route()),
    });
    this.closeLater(app);
    await app.open();
    const { address } = app.facades.Http();
    if (address === null) throw new Error('The server did not open.');
    const { url, port } = address;
    return { app, url, port, raw: (text) => exchange(port, text), close: async () => void (await app.close()) };
  }

  /** Collects the reports of the application, and calls `options.apply`. */
  tap(app: Application): void {
    this.reported.length = 0;
    app.hooks.report.tap('suite', (error) => void this.reported.push(error));
    this.#options.apply?.(app);
  }

  /** Also closes this application when the case ends. */
  closeLater(app: Application): void {
    this.#open.push(app);
  }

  /** Closes every application that is open. */
  async close(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((app) => app.close()));
  }
}
