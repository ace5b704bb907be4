import type { PresenceVerifier } from './presence.ts';
import type { OpenRedis } from './redis.ts';
import type { OpenRowStore } from './rows.ts';
import type { SourceReader } from './sources.ts';
import type { Texts } from './texts.ts';

/**
 * The values that plugins provide to each other, by name. One plugin of an application provides a name, under its key `provides`;
 * `app.provided(name)` gives it, or null. Merge names of your own: `interface Provided { mailer: Mailer }`.
 */
export interface Provided {
  /** Answers the rules `exists` and `unique` from a database. */
  presence: PresenceVerifier;
  /** Reaches rows of a database for plugins that keep some there, such as users and tokens. */
  rows: OpenRowStore;
  /** Reaches Redis for plugins that keep something there, such as counts of requests. */
  redis: OpenRedis;
  /** Reads requests and forms that a program holds itself, for `make()` of validation. */
  sources: SourceReader;
  /** Finds translations. */
  texts: Texts;
  /** Writes a line of information to the log, such as the address of the server. Standard output without one. */
  notice: (message: string) => void;
  /** The path of a page that shows every step of a request, by the id of the request. */
  stepsPage: (requestId: string) => string;
  /** Arguments of a console command that prints, as JSON, the facts that are known about each route. */
  routeFacts: readonly string[];
}
