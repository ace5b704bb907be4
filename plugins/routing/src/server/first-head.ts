import type { Duplex } from 'node:stream';

const statusLine = /^HTTP\/1\.[01] (\d{3})[^\r\n]*\r\n/;

/** Whether a header of the response belongs to its own connection or body, and not to the reply of other code. */
const isOwn = (name: string): boolean =>
  /^(?:connection|upgrade|keep-alive|transfer-encoding|date|content-.*)$/i.test(name);

const names = (head: string): Set<string> =>
  new Set(head.split('\r\n').map((line) => line.slice(0, Math.max(0, line.indexOf(':'))).toLowerCase()));

/** The first chunk with the lines of `headers` that it lacks, behind its status line. */
const withHeaders = (chunk: string, line: string, headers: Readonly<Record<string, HeaderValue>>): string => {
  const end = chunk.indexOf('\r\n\r\n');
  const present = names(end === -1 ? chunk : chunk.slice(0, end));
  const missing = Object.entries(headers).filter(([name]) => !isOwn(name) && !present.has(name.toLowerCase()));
  const lines = missing.flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}\r\n`));
  return line + lines.join('') + chunk.slice(line.length);
};

type HeaderValue = string | number | readonly string[];

/** Learns of the reply that other code writes to a connection, and adds headers to it. */
export interface HeadWatcher {
  /** The headers to add. A header that the reply has itself wins. */
  readonly headers: () => Readonly<Record<string, HeaderValue>>;
  /** Called with the status of the reply; 101 for bytes that are not HTTP. */
  readonly told: (status: number) => void;
}

/**
 * Watches for the first bytes that are written to a connection. Libraries write the head of their reply themselves, so this is the only way
 * to add headers to it, and to learn its status. The methods of the socket are its own again before the bytes are written.
 */
export const watchHead = (socket: Duplex, { headers, told }: HeadWatcher): void => {
  const own: object = { write: Reflect.get(socket, 'write'), end: Reflect.get(socket, 'end') };
  const through = (method: 'write' | 'end', args: unknown[]): unknown => {
    // Not deleted: an object without its members becomes a table, which takes 3 KiB and is slow for as long as the connection lives.
    Object.assign(socket, own);
    const [first] = args;
    if (typeof first === 'string' || first instanceof Uint8Array) {
      // Latin-1, because it keeps every byte.
      const chunk = typeof first === 'string' ? first : Buffer.from(first).toString('latin1');
      const match = statusLine.exec(chunk);
      if (match !== null) {
        const made = withHeaders(chunk, match[0], headers());
        args[0] = typeof first === 'string' ? made : Buffer.from(made, 'latin1');
      }
      told(match === null ? 101 : Number(match[1]));
    }
    return Reflect.apply(Reflect.get(socket, method), socket, args);
  };
  Object.assign(socket, {
    write: (...args: unknown[]) => through('write', args),
    end: (...args: unknown[]) => through('end', args),
  });
};
