import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { relative } from 'node:path';
import type { BootFault } from '@taproot/workers/protocol';

/** Milliseconds until a page connects again after its process has ended. */
const retry = 50;
/** The most pages that may listen at a time. */
const most = 50;

/** A fault in the format of the page script. */
const shown = (fault: BootFault | null, root: string) => {
  if (fault === null) return null;
  const { text, place } = fault;
  if (place === null) return { text, place };
  const { file, line, column } = place;
  const inside = relative(root, file);
  const name = inside.startsWith('..') ? file : inside;
  return {
    text,
    place: { shown: `${name}:${line}:${column}`, link: `vscode://file${encodeURI(file)}:${line}:${column}` },
  };
};

/** Sends news to open pages: which state of the application is served, and why the last change does not start. */
export class PageNews {
  readonly #root: string;
  readonly #pages = new Set<ServerResponse>();
  #state: string = randomUUID();
  #styles = 0;
  #fault: BootFault | null = null;
  #leaves = false;

  /** Paths of files are shown as they are in `root`. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Differs for each process, and after each `reload()`. */
  get state(): string {
    return this.#state;
  }

  /** Begins a stream of news. */
  open(res: ServerResponse): void {
    res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    res.write(`retry: ${retry}\n\n`);
    // This process is leaving, so the page must ask the next one.
    if (this.#leaves) return void res.end();
    const [oldest] = this.#pages;
    if (this.#pages.size >= most) oldest?.end();
    this.#pages.add(res);
    res.once('close', () => this.#pages.delete(res));
    this.#tell(res);
  }

  /** Tells all pages why the last change does not start; null when it starts. */
  set fault(fault: BootFault | null) {
    this.#fault = fault;
    this.#tellAll();
  }

  /** Makes all pages load again. */
  reload(): void {
    this.#state = randomUUID();
    this.#tellAll();
  }

  /** Makes all pages load their style sheets again. */
  restyle(): void {
    this.#styles++;
    this.#tellAll();
  }

  /** Ends all streams: the pages then ask the process that serves. */
  leave(): void {
    this.#leaves = true;
    for (const page of this.#pages) page.end();
  }

  #tellAll(): void {
    for (const page of this.#pages) this.#tell(page);
  }

  #tell(page: ServerResponse): void {
    const news = { state: this.#state, styles: this.#styles, fault: shown(this.#fault, this.#root) };
    page.write(`data: ${JSON.stringify(news)}\n\n`);
  }
}
