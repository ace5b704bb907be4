import type { IncomingMessage } from 'node:http';
import type { Input } from '../http/request.ts';

/** A request or a form, in any of its representations. */
export type Source = IncomingMessage | globalThis.Request | FormData | URLSearchParams;

/**
 * Reads query, body and files into one map; brackets in names nest. Rejects like a request with such a body would: too large, malformed.
 * The plugin that reads requests contributes it.
 */
export type SourceReader = (source: Source) => Promise<Input>;
