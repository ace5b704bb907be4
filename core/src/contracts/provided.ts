import type { Context } from '../http/context.ts';
import type { Middleware } from '../http/handler.ts';
import type { UploadedFile } from '../http/uploaded-file.ts';
import type { Tracing } from '../trace/origin.ts';
import type { Abilities } from './abilities.ts';
import type { OpenRequest } from './figures.ts';
import type { CommandRunner, DeclaredWebhook, JobQueue, Scheduler } from './jobs.ts';
import type { Mailbox } from './mailbox.ts';
import type { AssetTags } from './pages.ts';
import type { PresenceVerifier } from './presence.ts';
import type { OpenRedis } from './redis.ts';
import type { OpenRowStore } from './rows.ts';
import type { Seals } from './seals.ts';
import type { OpenLoginSession, PageSession } from './sessions.ts';
import type { SourceReader } from './sources.ts';
import type { Texts } from './texts.ts';
import type { Transactions } from './transactions.ts';

/**
 * The values that plugins provide to each other, by name. Only one plugin of an application may provide a name, under its key `provides`;
 * `app.provided(name)` returns the value, or null. Merge names of your own: `interface Provided { mailer: Mailer }`.
 */
export interface Provided {
  /**
   * Makes the middleware that reads the user of a request by a guard and lets guests pass; null is the default guard. For tools that describe
   * how a guard reads credentials.
   */
  optionalUser: (guard: string | null) => Middleware;
  /** Decides what users may do, for plugins with abilities in their settings. */
  abilities: Abilities;
  /** Answers the rules `exists` and `unique` from a database. */
  presence: PresenceVerifier;
  /** Gives plugins access to rows of a database, such as users and tokens. */
  rows: OpenRowStore;
  /** Gives plugins access to Redis, for example to count requests. */
  redis: OpenRedis;
  /** Encrypts and signs, for cookies, sessions and addresses. */
  seals: Seals;
  /** The session of a request, for guards that keep the login in it. */
  loginSessions: OpenLoginSession;
  /** The session of a request, for pages; null when no middleware of its route has opened one. */
  pageSession: (ctx: Context) => PageSession | null;
  /** The user who sends a request, for pages; null for a guest. */
  pageUser: (ctx: Context) => Promise<object | null>;
  /** The nonce of the content security policy of a request. */
  nonce: (ctx: Context) => string;
  /** The elements with which a page loads scripts and style sheets of a bundler. */
  assetTags: AssetTags;
  /** Folders whose files a bundler watches while you develop, so a change in them needs no restart. Absolute paths. */
  bundledFolders: readonly string[];
  /** Reads a request or form that you pass to `make()` of validation. */
  sources: SourceReader;
  /** The id of the user who sends a request, as text; null for a guest. */
  user: (ctx: Context) => Promise<string | null>;
  /** The translations of the application. */
  texts: Texts;
  /**
   * Writes a line of information to the log, such as the address of the server. If no plugin provides this, the line goes to standard
   * output.
   */
  notice: (message: string) => void;
  /** Lets work wait for the commit of a transaction. Plugins call it by `afterCommitOf()`. */
  transactions: Transactions;
  /** Copies an upload to a disk, for `file.store(directory, { disk })`. Resolves to its path there. */
  uploads: (
    file: UploadedFile,
    target: { readonly disk: string; readonly directory: string; readonly name: string },
  ) => Promise<string>;
  /** Does work of other plugins later, at least once. */
  jobs: JobQueue;
  /** Runs console commands. */
  commands: CommandRunner;
  /** Runs the schedule of the application, for workers that do so beside their own work. */
  scheduler: Scheduler;
  /** The webhooks that the application sends, for its OpenAPI document. */
  webhooks: readonly DeclaredWebhook[];
  /** Makes a page as a string, in a locale and without a request, for plugins such as mail. */
  pages: (name: string, props: object, locale: string) => Promise<string>;
  /** Reads a file of a disk of storage, for plugins such as mail. */
  storedFile: (disk: string, path: string) => Promise<Uint8Array>;
  /** The mails that were sent while you develop. Null in production. */
  mailbox: Mailbox;
  /** Passes the trace at hand on to work that runs later or elsewhere. */
  tracing: Tracing;
  /** Returns the path of the page that shows every step of the request with this id. */
  stepsPage: (requestId: string) => string;
  /** The oldest requests that are open now, five at most, the oldest first. A worker sends them to its primary every few seconds, in case it then falls silent. */
  openRequests: () => readonly OpenRequest[];
  /** The arguments of the console command that prints facts about each route as JSON. */
  routeFacts: readonly string[];
  /** The files of the application's OpenAPI documents, as absolute paths. The first one has all routes. */
  apiDocuments: readonly string[];
}
