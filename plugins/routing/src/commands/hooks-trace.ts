import { Command, Option, toJson, UsageError, wholeNumber } from '@taproot/console/command';
import { findRecorded } from './find-recorded.ts';
import { formatRecorded } from './format-recorded.ts';
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

/**
 * `hooks:trace`: sends one request through the application, or takes one that a development server has answered. Shows what ran for that
 * request, when, and how long.
 */
export class HooksTrace extends Command {
  static override paths = [['hooks:trace']];

  static override usage = Command.Usage({
    details:
      'The request is answered in process, without a server, and for real: what its handler writes is written.\n' +
      'A bar is full where the step itself is at work, and light where one within it is. The first request of a process\n' +
      'takes many times as long as later ones: --warm sends some before it.\n' +
      '--last and --failed send nothing: they ask the server of `npm run dev` for a request that it has answered.',
    examples: [
      ['A page, as a server at work answers it', 'npx taproot hooks:trace GET / --warm 100'],
      ['A form as JSON', `npx taproot hooks:trace POST /api/posts --data '{"title":"Roots"}'`],
      ['What the server of development answered last', 'npx taproot hooks:trace --last'],
      ['Why its last request with an error failed', 'npx taproot hooks:trace --failed'],
      ['Its last ten requests', 'npx taproot hooks:trace --last --count 10'],
      ['As somebody', "npx taproot hooks:trace GET /me --header 'Authorization: Bearer ...'"],
    ],
  });

  method = Option.String({ name: 'method', required: false });
  target = Option.String({ name: 'path', required: false });
  last = Option.Boolean('--last', false, { description: 'The last request of the server of development' });
  failed = Option.Boolean('--failed', false, { description: 'Its last request that was answered with 400 or above' });
  count = Option.String('--count', '1', {
    description: 'With --last or --failed: so many requests, the newest first (default: 1)',
    validator: wholeNumber({ min: 1 }),
  });
  url = Option.String('--url', {
    description: 'Where that server is (default: host and port of the configuration)',
  });
  headers = Option.Array('--header', [], { description: "A header, 'Name: value'; may be repeated" });
  data = Option.String('--data', { description: 'The body; JSON, or a form where it is no JSON' });
  warm = Option.String('--warm', '0', {
    description: 'Send it so many times before (default: 0)',
    validator: wholeNumber({ min: 0 }),
  });
  json = Option.Boolean('--json', false, { description: 'Print a JSON object, for programs' });

  override async execute(): Promise<void> {
    if (this.last || this.failed) return this.#showRecorded();
    if (this.method === undefined || this.target === undefined)
      throw new UsageError('An argument is missing. Give method and path, or --last, or --failed.');
    const { target } = this;
    const method = this.method.toUpperCase();
    if (!methods.includes(method))
      throw new UsageError(`There is no method "${this.method}", only ${methods.join(', ')}.`);
    if (!/^\/[!-~]*$/.test(target))
      throw new UsageError(`The path begins with a slash and is percent-encoded; "${target}" is not.`);
    const body = this.data === undefined ? null : Buffer.from(this.data);
    const traced = await traceRequest(this.app, { method, target, headers: this.#headers(), body }, this.warm);
    if (this.json) return this.line(toJson(traced));
    this.line(formatTrace(traced, this.width, this.style).join('\n'));
  }

  async #showRecorded(): Promise<void> {
    if (this.method !== undefined)
      throw new UsageError('--last and --failed take a request that was answered: leave out method and path.');
    const { url, failed, count: limit } = this;
    const found = await findRecorded(this.app, { url, failed, limit });
    if (this.json) return this.line(toJson(limit === 1 ? (found[0] ?? null) : found));
    if (found.length === 0)
      return this.line(`No request ${failed ? 'has failed' : 'was answered'} since the server started.`);
    this.line(found.map((one) => formatRecorded(one, this.width, this.style).join('\n')).join('\n\n'));
  }

  #headers(): Record<string, string> {
    const headers: Record<string, string> = { host: 'localhost', accept: '*/*' };
    if (this.data !== undefined)
      headers['content-type'] = isJson(this.data) ? 'application/json' : 'application/x-www-form-urlencoded';
    for (const header of this.headers) {
      const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):([\t\x20-\x7e\x80-\xff]*)$/.exec(header) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(`A header is written 'Name: value', not "${header}".`);
      headers[name.toLowerCase()] = value.trim();
    }
    return headers;
  }
}
