import type { Application } from '@taproot/core';
import { devtoolsToken } from '@taproot/core/internal';
import { isError } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import type { Span } from './trace.ts';

/** A request as the devtools of a running server have recorded it. */
export interface Recorded {
  readonly id: number;
  readonly method: string;
  readonly target: string;
  /** HTTP status; 0 when the client left before the response. */
  readonly status: number;
  /** Milliseconds from its arrival until the response was complete; null while it runs. */
  readonly milliseconds: number | null;
  /** Length of the response body in bytes. */
  readonly bytes: number;
  /** Pattern of the route that answered; null when none did. */
  readonly route: string | null;
  readonly route_name: string;
  /** The cause of the status, for 400 and above; code is in backquotes. */
  readonly why: string | null;
  /** The fix that the reader should apply; empty if there is none. */
  readonly fix: string;
  /** The error that the handler or a middleware threw; null if none did. */
  readonly fault: RecordedFault | null;
  /** Findings that the status does not show. */
  readonly marks: readonly { readonly label: string; readonly sentence: string }[];
  readonly steps: readonly Span[];
  /** The address of the request's page. */
  readonly page: string;
}

/** An error of a recorded request. */
export interface RecordedFault {
  /** Its code, or the name of its class. */
  readonly code: string;
  readonly message: string;
  readonly fix: string;
  /** The line of the application; empty when unknown. */
  readonly place: string;
  /** Frames of the stack, without the message. */
  readonly stack: readonly string[];
}

const anywhere = new Set(['', '0.0.0.0', '::']);

/** The configured address of the server. */
const addressOf = ({ config }: Application): string => {
  const { host, port } = config.http;
  const name = anywhere.has(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
};

/** The server and the token of its devtools. `--url` may be the address that devtools print, with its token. */
const serverOf = (app: Application, url: string | undefined): { readonly home: string; readonly token: string } => {
  const address = url ?? addressOf(app);
  if (!URL.canParse(address)) return { home: address, token: devtoolsToken(app) };
  const { origin, searchParams } = new URL(address);
  return { home: origin, token: searchParams.get('token') ?? devtoolsToken(app) };
};

/** The error of `fetch` has the reason in its cause. */
const fetchReason = (error: unknown): string => {
  if (!isError(error)) return String(error);
  return isError(error.cause) && error.cause.message !== '' ? error.cause.message : error.message;
};

/** Which requests of a server are asked for. */
export interface RecordedSelection {
  /** The address of the server; that of the configuration when undefined. */
  readonly url: string | undefined;
  /** Only requests that were answered with 400 or above. */
  readonly failed: boolean;
  /** At most so many. */
  readonly limit: number;
}

/**
 * Asks a running server for the last requests that it has answered, the newest first.
 * @throws E_TRACE_SERVER when no devtools answer.
 */
export const findRecorded = async (
  app: Application,
  { url, failed, limit }: RecordedSelection,
): Promise<readonly Recorded[]> => {
  const { home, token } = serverOf(app, url);
  const fail = (reason: string, cause?: unknown) => errors.E_TRACE_SERVER({ url: home, reason }, { cause });
  let response: Response;
  try {
    response = await fetch(`${home}/_taproot/requests.json`, { headers: { Authorization: `Bearer ${token}` } });
  } catch (error) {
    throw fail(fetchReason(error), error);
  }
  if (!response.ok) throw fail(`GET /_taproot/requests.json answered ${response.status}`);
  const all = (await response.json()) as readonly Omit<Recorded, 'page'>[];
  return all
    .filter(({ milliseconds, status }) => milliseconds !== null && (!failed || status >= 400))
    .slice(0, limit)
    .map((found) => ({ ...found, page: `${home}/_taproot/requests/${found.id}` }));
};
