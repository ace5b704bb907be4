import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

interface Position {
  readonly line: number;
  readonly character: number;
}

/** One offer of an editor's list. */
export interface Completion {
  readonly label: string;
  readonly textEdit?: {
    readonly newText: string;
    readonly range: { readonly start: Position; readonly end: Position };
  };
}

interface Location {
  readonly uri: string;
  readonly range: { readonly start: Position; readonly end: Position };
}

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly items?: readonly Completion[] } | Location | readonly Location[] | null;
}

const tsc = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
const head = /^Content-Length: (\d+)\r\n(?:.*\r\n)*?\r\n/i;

/** The compiler as the server of an editor: what it offers where somebody types. */
export class LanguageServer {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #received = Buffer.alloc(0);
  #asked = 0;

  private constructor(folder: string) {
    this.#child = spawn(process.execPath, [tsc, '--lsp', '--stdio'], { cwd: folder });
    this.#child.stdout.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      for (let reply = this.#take(); reply !== null; reply = this.#take()) this.#hear(reply);
    });
    this.#child.stderr.resume();
  }

  static async start(folder: string): Promise<LanguageServer> {
    const server = new LanguageServer(folder);
    const rootUri = pathToFileURL(folder).href;
    await server.#ask('initialize', { processId: process.pid, rootUri, capabilities: {} });
    server.#send({ method: 'initialized', params: {} });
    return server;
  }

  /** What is offered at the mark `¦` of a file's text, and the line as it is once an offer is taken. */
  async complete(file: string): Promise<ReadonlyMap<string, string>> {
    const marked = readFileSync(file, 'utf8');
    const [before = '', after = ''] = marked.split('¦');
    const lines = before.split('\n');
    const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
    const uri = pathToFileURL(file).href;
    const text = before + after;
    this.#send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'typescript', version: 1, text } },
    });
    const { result } = await this.#ask('textDocument/completion', { textDocument: { uri }, position });
    const line = text.split('\n')[position.line] ?? '';
    return new Map(
      (result !== undefined && result !== null && 'items' in result ? (result.items ?? []) : []).map((offer) => [
        offer.label,
        taken(line, offer, position),
      ]),
    );
  }

  /** The first place to which "go to definition" leads: a path and a line from 1. */
  async definition(file: string, position: Position): Promise<string> {
    const uri = pathToFileURL(file).href;
    const text = readFileSync(file, 'utf8');
    this.#send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'typescript', version: 1, text } },
    });
    const { result } = await this.#ask('textDocument/definition', { textDocument: { uri }, position });
    const [place] = [result ?? []].flat() as readonly Location[];
    return place === undefined ? '' : `${fileURLToPath(place.uri)}:${place.range.start.line + 1}`;
  }

  async stop(): Promise<void> {
    await this.#ask('shutdown', null);
    this.#send({ method: 'exit' });
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }

  #ask(method: string, params: unknown): Promise<Reply> {
    const id = ++this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ id, method, params });
    });
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  /** The next whole message; null when it has not arrived. */
  #take(): Reply | null {
    const [written = '', length = ''] = head.exec(this.#received.toString('latin1', 0, 200)) ?? [];
    const end = written.length + Number(length);
    if (written === '' || this.#received.length < end) return null;
    const reply = JSON.parse(this.#received.toString('utf8', written.length, end)) as Reply;
    this.#received = this.#received.subarray(end);
    return reply;
  }

  #hear({ id, method, result }: Reply): void {
    if (id === undefined) return;
    // The server asks for settings, too.
    if (method === undefined) this.#waiting.get(id)?.({ result: result ?? null });
    else this.#send({ id, result: method === 'workspace/configuration' ? [null, null, null, null] : null });
  }
}

/** The line with the offer taken: its edit, else its label in place of the word before the cursor. */
const taken = (line: string, { label, textEdit }: Completion, { character }: Position): string => {
  if (textEdit !== undefined) {
    const { start, end } = textEdit.range;
    return line.slice(0, start.character) + textEdit.newText + line.slice(end.character);
  }
  const before = line.slice(0, character).replace(/\w*$/, '');
  return before + label + line.slice(character);
};
