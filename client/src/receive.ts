import type { Connection } from './events.ts';
import { lost, type Outcome } from './results.ts';
import type { Spec } from './spec.ts';

const kindOf = (type: string): string =>
  /[/+]json\b/i.test(type)
    ? 'j'
    : /^text\/event-stream/i.test(type)
      ? 'e'
      : /^text\/html/i.test(type)
        ? 'h'
        : /^text\//i.test(type)
          ? 't'
          : 'b';

/**
 * Reads a response by its kind in the table: `j` JSON, `t` text, `h` HTML, `b` bytes, `e` events with JSON data, `s`
 * events with text, `-` nothing, `>` the response of another address. After a colon are the names of events with text beside events with
 * JSON.
 */
export const receive = async (
  response: Response,
  { name, replies, dates }: Spec,
  connection: Connection,
): Promise<Outcome> => {
  const { status } = response;
  if (response.redirected && [...replies.values()].includes('>')) return { ok: true, status, data: response, response };
  const reply = replies.get(status) ?? '';
  const [kinds = ''] = reply.split(':');
  const kind = kindOf(response.headers.get('content-type') ?? '');
  // Loaded on demand, because most clients keep strings.
  const revive = async (value: unknown): Promise<unknown> =>
    dates ? (await import('./dates.ts')).reviveDates(value, `${name} ${status}`, dates) : value;
  let data: unknown;
  if (kind === 'j' && kinds.includes('j')) {
    const text = await response.text();
    try {
      data = await revive(JSON.parse(text));
    } catch (cause) {
      return lost('unexpected', cause, new Response(text, response));
    }
  } else if (kind === 'e' && /[es]/.test(kinds)) {
    connection.untimed();
    connection.isHeld = true;
    // Loaded on demand, because most pages have no streams.
    const { EventReader } = await import('./events.ts');
    data = new EventReader(response, reply, connection, revive);
  } else if (/[ht]/.test(kind) && kinds.includes(kind)) data = await response.text();
  else if (kinds.includes('b')) {
    connection.untimed();
    data = await response.blob();
  } else {
    const kept = response.clone();
    // An unread body would keep its connection open.
    await response.text();
    if (!kinds.includes('-')) return lost(status > 499 ? 'server' : 'unexpected', undefined, kept);
  }
  if (status === 304) return { ok: false, status, response };
  if (status < 400) return { ok: true, status, data, response };
  return {
    ok: false,
    status,
    problem: data,
    errors: (data as { errors?: undefined } | null | undefined)?.errors,
    response,
  };
};
