import { createHmac } from 'node:crypto';
import type { CustomSource, SourceConfig } from '../config.ts';
import { errors } from '../errors.ts';
import { isSame, keyOf, signatureOf } from '../signature.ts';

/** A webhook whose signature is valid. */
export interface VerifiedWebhook {
  /** The id of the sender; empty if it sends none. A sender that tries again sends the same id. */
  readonly id: string;
  /** When it was signed, in unix seconds; null if the sender does not say. */
  readonly timestamp: number | null;
  /** The signature that matched. Two requests with the same one are the same request. */
  readonly signature: string;
}

/** Reads a header of the request; empty when there is none. */
type Header = (name: string) => string;

interface Received {
  readonly header: Header;
  readonly body: Buffer;
  /** Now, in unix seconds. */
  readonly now: number;
  /** Seconds that a time may be away from now. */
  readonly tolerance: number;
}

type Verify = (secrets: readonly string[], received: Received) => VerifiedWebhook;

/** The headers of each provider that must be there, the signature first. */
const headersOf: Readonly<Record<Exclude<SourceConfig['provider'], 'custom'>, readonly string[]>> = {
  standard: ['webhook-signature', 'webhook-id', 'webhook-timestamp'],
  stripe: ['stripe-signature'],
  github: ['x-hub-signature-256'],
  slack: ['x-slack-signature', 'x-slack-request-timestamp'],
  shopify: ['x-shopify-hmac-sha256'],
};

const required = ({ header }: Received, names: readonly string[]): string[] => {
  const values = names.map(header);
  if (values.includes('')) throw errors.E_WEBHOOK_UNSIGNED({ headers: names.join(', ') });
  return values;
};

/** The time of a header. Throws unless it is near enough. */
const timeOf = (text: string, { now, tolerance }: Received): number => {
  if (!/^\d{1,12}$/.test(text)) throw errors.E_WEBHOOK_MALFORMED();
  const time = Number(text);
  if (Math.abs(now - time) > tolerance) throw errors.E_WEBHOOK_EXPIRED();
  return time;
};

/** The sent signature that one of the expected ones equals. All are compared, so that the time says nothing of which one. */
const match = (sent: readonly string[], expected: readonly string[]): string => {
  let found: string | null = null;
  for (const one of sent) for (const other of expected) if (isSame(one, other)) found = one;
  if (found === null) throw errors.E_WEBHOOK_SIGNATURE();
  return found;
};

const hmac = (
  hash: string,
  secret: string,
  parts: readonly (string | Buffer)[],
  encoding: 'hex' | 'base64',
): string => {
  const sum = createHmac(hash, secret);
  for (const part of parts) sum.update(part);
  return sum.digest(encoding);
};

/** More signatures than any sender has; each costs a hash. */
const most = 10;

const standard: Verify = (secrets, received) => {
  const [signatures = '', id = '', time = ''] = required(received, headersOf.standard);
  if (!/^[\x21-\x7e]{1,255}$/.test(id)) throw errors.E_WEBHOOK_MALFORMED();
  const timestamp = timeOf(time, received);
  const sent = signatures
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .slice(0, most);
  const expected = secrets.map((one) => `v1,${signatureOf(one, id, time, received.body)}`);
  return { id, timestamp, signature: match(sent, expected) };
};

const stripe: Verify = (secrets, received) => {
  const [text = ''] = required(received, headersOf.stripe);
  const parts = text.split(',').map((part) => part.split('=', 2));
  const times = parts.filter(([key]) => key === 't');
  if (times.length !== 1) throw errors.E_WEBHOOK_MALFORMED();
  const time = times[0]?.[1] ?? '';
  const timestamp = timeOf(time, received);
  const sent = parts.flatMap(([key, value]) => (key === 'v1' && value !== undefined ? [value] : [])).slice(0, most);
  const expected = secrets.map((one) => hmac('sha256', one, [`${time}.`, received.body], 'hex'));
  const signature = match(sent, expected);
  return { id: idOf(received.body), timestamp, signature };
};

/** The member `id` of a signed body. */
const idOf = (body: Buffer): string => {
  try {
    const { id } = Object(JSON.parse(body.toString())) as { readonly id?: unknown };
    return typeof id === 'string' ? id : '';
  } catch {
    return '';
  }
};

const github: Verify = (secrets, received) => {
  const [signature = ''] = required(received, headersOf.github);
  const expected = secrets.map((one) => `sha256=${hmac('sha256', one, [received.body], 'hex')}`);
  return { id: received.header('x-github-delivery'), timestamp: null, signature: match([signature], expected) };
};

const slack: Verify = (secrets, received) => {
  const [signature = '', time = ''] = required(received, headersOf.slack);
  const timestamp = timeOf(time, received);
  const expected = secrets.map((one) => `v0=${hmac('sha256', one, [`v0:${time}:`, received.body], 'hex')}`);
  return { id: '', timestamp, signature: match([signature], expected) };
};

const shopify: Verify = (secrets, received) => {
  const [signature = ''] = required(received, headersOf.shopify);
  const expected = secrets.map((one) => hmac('sha256', one, [received.body], 'base64'));
  return { id: received.header('x-shopify-webhook-id'), timestamp: null, signature: match([signature], expected) };
};

const custom = (source: CustomSource): Verify => {
  const { header, prefix = '', encoding = 'hex', hash = 'sha256', signed = '{body}' } = source;
  const names = [header, source.timestamp, source.id].flatMap((one) => (one === undefined ? [] : [one.toLowerCase()]));
  return (secrets, received) => {
    const [signature = ''] = required(received, names);
    const time = source.timestamp === undefined ? '' : received.header(source.timestamp.toLowerCase());
    const timestamp = source.timestamp === undefined ? null : timeOf(time, received);
    const id = source.id === undefined ? '' : received.header(source.id.toLowerCase());
    const parts = signed
      .split(/(\{body\}|\{timestamp\}|\{id\})/)
      .map((part) => ({ '{body}': received.body, '{timestamp}': time, '{id}': id })[part] ?? part);
    const expected = secrets.map((one) => `${prefix}${hmac(hash, one, parts, encoding)}`);
    return { id, timestamp, signature: match([signature], expected) };
  };
};

const known = { standard, stripe, github, slack, shopify };

/**
 * Makes the function that verifies the webhooks of a source.
 * @throws E_WEBHOOK_SETTING unless each secret of Standard Webhooks is base64.
 */
export const verifierOf = (name: string, source: SourceConfig): ((received: Received) => VerifiedWebhook) => {
  const { provider, secrets } = source;
  if (provider === 'standard' && secrets.some((one) => keyOf(one) === null))
    throw errors.E_WEBHOOK_SETTING({
      setting: `sources.${name}.secrets`,
      value: 'a list with a text that is no base64',
      expected: 'secrets such as "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"',
      hint: '',
    });
  const verify = source.provider === 'custom' ? custom(source) : known[source.provider];
  return (received) => verify(secrets, received);
};
