import { hasCode } from '@taproot/core';
import type { DestinationStream, Logger } from 'pino';
import type { LogConfig } from './config.ts';

/** A logger, and how it is closed. */
export interface OpenLogger {
  readonly logger: Logger;
  /** Resolves once every line is written, or none can be. */
  readonly close: () => Promise<void>;
}

const secret = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'];

// Bytes that may wait to be written; lines beyond them are dropped. A disk that is full must not fill the memory as well.
const maxLength = 8 * 1024 * 1024;

/**
 * Opens what the configuration names, or writes to `stream`. Rejects when the file cannot be written to; what goes wrong
 * later calls `failed`, each time.
 */
export const openLogger = async (
  config: LogConfig,
  stream: DestinationStream | null,
  failed: (error: unknown) => void,
): Promise<OpenLogger> => {
  const { pino, destination, stdSerializers, stdTimeFunctions } = await import('pino');
  const options = {
    base: null,
    level: config.level,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: stdSerializers.errWithCause },
    redact: { paths: secret.map((name) => `headers["${name}"]`), censor: '[redacted]' },
  };
  if (stream !== null) return { logger: pino(options, stream), close: () => Promise.resolve() };

  const out = destination({ dest: config.file ?? 1, sync: false, mkdir: true, maxLength });
  await new Promise<void>((resolve, reject) => out.once('ready', resolve).once('error', reject));
  let ended = false;
  out.on('error', (error: Error) => {
    // Nobody reads: pino writes nothing more then, and closes nothing.
    ended ||= hasCode(error, 'EPIPE');
    failed(error);
  });
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      if (ended) return resolve();
      out.once('close', resolve).once('error', () => {
        out.destroy();
        resolve();
      });
      out.end();
    });
  return { logger: pino(options, out), close };
};
