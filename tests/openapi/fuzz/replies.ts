import type { JsonObject } from '../../../plugins/openapi/src/json.ts';
import type { Checks } from './checks.ts';
import type { Operation } from './requests.ts';

/** A response, with its body unless it is an event stream, which may have no end. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string | null;
}

const mediaOf = (headers: Headers): string =>
  (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** The JSON of a reply; undefined for anything else. */
export const jsonOf = ({ headers, text }: Reply): unknown => {
  if (text === null || !/[/+]json$/.test(mediaOf(headers))) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const headerFaults = (checks: Checks, given: JsonObject, headers: Headers): string[] =>
  Object.entries(given).flatMap(([name, value]) => {
    const { required, schema } = checks.resolve(value);
    const text = headers.get(name);
    if (text === null) return required === true ? [`the header ${name} is missing`] : [];
    const { type } = (schema ?? {}) as JsonObject;
    const typed = type === 'integer' || type === 'number' ? Number(text) : text;
    const fault = checks.faultOf((schema ?? {}) as JsonObject, typed);
    return fault === null ? [] : [`the header ${name} is ${text}: ${fault}`];
  });

/** What a document says otherwise about a reply. */
export const replyFaults = (checks: Checks, { responses }: Operation, reply: Reply): readonly string[] => {
  const { status, headers, text } = reply;
  // What every operation may answer is for the errors of the server alone.
  const found = responses[String(status)] ?? (status >= 500 ? responses['default'] : undefined);
  if (found === undefined) return [`the status ${status} is not listed`];
  const response = checks.resolve(found);
  const faults = headerFaults(checks, (response['headers'] ?? {}) as JsonObject, headers);
  const content = response['content'] as Readonly<Record<string, JsonObject>> | undefined;
  if (content === undefined) return text === '' ? faults : [...faults, 'there is a body of which nothing is said'];
  const media = mediaOf(headers);
  const listed = Object.entries(content).find(([type]) => type === '*/*' || type.split(';')[0] === media)?.[1];
  if (listed === undefined) return [...faults, `the media type "${media}" is not listed`];
  if (!/[/+]json$/.test(media)) return faults;
  const json = jsonOf(reply);
  if (json === undefined) return [...faults, 'the body is not JSON'];
  const fault = checks.faultOf((listed['schema'] ?? {}) as JsonObject, json);
  return fault === null ? faults : [...faults, `the body does not fit: ${fault}`];
};
