import { Command, Option, toJson, UsageError, wholeNumber } from '@taproot/console/command';
import { formatTrace } from './format-trace.ts';
import { traceRequest } from './trace-request.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** `hooks:trace`: sends one request through the application and shows what ran for it, when, and how long. */
export class HooksTrace extends Command {
  static override paths = [['hooks:trace']];

  static override usage = Command.Usage({
    details:
      'The request is answered in process, without a server, and for real: what its handler writes is written.\n' +
      'A bar is full where the step itself is at work, and light where one within it is. The first request of a process\n' +
      'takes many times as long as later ones: --warm sends some before it.',
    examples: [
      ['A page, as a server at work answers it', 'npx taproot hooks:trace GET / --warm 100'],
      ['A form as JSON', `npx taproot hooks:trace POST /api/posts --data '{"title":"Roots"}'`],
      ['As somebody', "npx taproot hooks:trace GET /me --header 'Authorization: Bearer ...'"],
    ],
  });

  method = Option.String({ name: 'method' });
  target = Option.String({ name: 'path' });
  headers = Option.Array('--header', [], { description: "A header, 'Name: value'; may be repeated" });
  data = Option.String('--data', { description: 'The body; JSON, or a form where it is no JSON' });
  warm = Option.String('--warm', '0', {
    description: 'Send it so many times before (default: 0)',
    validator: wholeNumber({ min: 0 }),
  });
  json = Option.Boolean('--json', false, { description: 'Print a JSON object, for programs' });

  override async execute(): Promise<void> {
    const method = this.method.toUpperCase();
    if (!methods.includes(method))
      throw new UsageError(`There is no method "${this.method}", only ${methods.join(', ')}.`);
    if (!/^\/[!-~]*$/.test(this.target))
      throw new UsageError(`The path begins with a slash and is percent-encoded; "${this.target}" is not.`);
    const body = this.data === undefined ? null : Buffer.from(this.data);
    const traced = await traceRequest(
      this.app,
      { method, target: this.target, headers: this.#headers(), body },
      this.warm,
    );
    if (this.json) return this.line(toJson(traced));
    this.line(formatTrace(traced, this.width, this.style).join('\n'));
  }

  #headers(): Record<string, string> {
    const headers: Record<string, string> = { host: 'localhost', accept: '*/*' };
    if (this.data !== undefined)
      headers['content-type'] = isJson(this.data) ? 'application/json' : 'application/x-www-form-urlencoded';
    for (const header of this.headers) {
      const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(header) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(`A header is written 'Name: value', not "${header}".`);
      headers[name.toLowerCase()] = value;
    }
    return headers;
  }
}
