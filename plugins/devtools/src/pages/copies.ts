import { maskHeaders, maskText } from '@taproot/routing/pages';
import { maskedFields } from '../reading/body-fields.ts';
import type { Recording } from '../recorder/recording.ts';
import { shownBody } from './bodies.ts';

/** Headers that a client sends by itself. */
const usual = new Set([
  'host',
  'connection',
  'content-length',
  'user-agent',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'pragma',
  'dnt',
  'upgrade-insecure-requests',
  'keep-alive',
  'te',
  'priority',
]);

const told = (recording: Recording): (readonly [name: string, value: string])[] =>
  recording.requestHeaders
    .filter(([name]) => !usual.has(name.toLowerCase()) && !/^sec-/i.test(name))
    .flatMap(([name, value]) => maskHeaders({ [name]: value }));

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const typeOf = (recording: Recording): string => recording.header('content-type') ?? '';

/** The request as a command line of curl. Secrets are masked: replace the asterisks. */
export const asCurl = (recording: Recording): string => {
  const address = `http://${recording.header('host') ?? 'localhost'}${maskText(recording.target)}`;
  const fields = maskedFields(recording.received, typeOf(recording));
  const body = fields === null ? shownBody(recording.received, typeOf(recording), '') : '';
  const isForm = /x-www-form-urlencoded/i.test(typeOf(recording));
  const data =
    fields === null
      ? body
      : isForm
        ? new URLSearchParams(fields as Record<string, string>).toString()
        : JSON.stringify(fields);
  const lines = [
    `curl -X ${recording.method} ${quoted(address)}`,
    ...told(recording).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(data === '' ? [] : [`--data ${quoted(data)}`]),
  ];
  return lines.join(' \\\n  ');
};

const literal = (value: unknown): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n    ');

/** The request as a test with `@taproot/testing` that expects the recorded status. Secrets are masked. */
export const asTest = (recording: Recording): string => {
  const { method, target, status } = recording;
  const fields = maskedFields(recording.received, typeOf(recording));
  const headers = told(recording)
    .filter(([name]) => fields === null || name.toLowerCase() !== 'content-type')
    .map(([name, value]) => `    .withHeader(${JSON.stringify(name)}, ${JSON.stringify(value)})`);
  const body = fields === null ? '' : `, ${literal(fields)}`;
  const call = `    .${method.toLowerCase()}(${JSON.stringify(maskText(target))}${body})`;
  return `test(${JSON.stringify(`${method} ${recording.path} answers ${status}`)}, async () => {
  await http(app)
${[...headers, call].join('\n')}
    .assertStatus(${status});
});`;
};
