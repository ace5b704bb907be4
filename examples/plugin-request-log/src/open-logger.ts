import type { DestinationStream, Logger } from 'pino';
import type { LogConfig } from './config.ts';

/** A logger, and how it is closed. */
export interface OpenLogger {
  readonly logger: Logger;
  /** Resolves once every line is written. */
  readonly close: () => Promise<void>;
}

const secret = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'];

/** Opens what the configuration names, or writes to `stream`. Rejects when the file cannot be written to. */
export const openLogger = async (config: LogConfig, stream: DestinationStream | null): Promise<OpenLogger> => {
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

  const out = destination({ dest: config.file === '' ? 1 : config.file, sync: false, mkdir: true });
  await new Promise<void>((resolve, reject) => out.once('ready', resolve).once('error', reject));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      out.once('close', resolve);
      out.end();
    });
  return { logger: pino(options, out), close };
};
