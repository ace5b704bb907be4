import type { IncomingMessage } from 'node:http';
import type { Input } from '../http/request.ts';

/** A request or a form, in any of its representations. */
export type Source = IncomingMessage | globalThis.Request | FormData | URLSearchParams;

/**
 * Contributed by the plugin that reads requests. Gives query and body as one map, nested by brackets and with its files, and
 * rejects what a request of that kind is refused for: a body that is too large or malformed.
 */
export type SourceReader = (source: Source) => Promise<Input>;
