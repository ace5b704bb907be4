/** An event of a stream, in the form that browsers give it. */
export interface TestEvent {
  /** Its type; `message` by default. */
  readonly event: string;
  /** Its data as text; JSON if the application sent an object. */
  readonly data: string;
  /** The last id that was sent, with this event or before; empty without one. */
  readonly id: string;
}

/** Reads the events of a body in the format of WHATWG HTML 9.2. Comments and incomplete events are left out. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<TestEvent, void> {
  const decoder = new TextDecoder();
  let rest = '';
  let id = '';
  for await (const chunk of body) {
    // The line break after a carriage return may be in the next chunk.
    const blocks = (rest + decoder.decode(chunk, { stream: true })).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = fieldsOf(block);
      id = fields.get('id')?.at(-1) ?? id;
      const data = fields.get('data');
      if (data !== undefined) yield { event: fields.get('event')?.at(-1) || 'message', data: data.join('\n'), id };
    }
  }
}

const fieldsOf = (block: string): ReadonlyMap<string, readonly string[]> => {
  const fields = new Map<string, string[]>();
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (name !== '') fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return fields;
};
