import type { ServerResponse } from 'node:http';
import { requestRow } from '../pages/requests.ts';
import type { Recorder } from '../recorder/recorder.ts';
import type { Recording } from '../recorder/recording.ts';
import { openEvents } from './reply.ts';

/** The most pages that may be open at a time, in all tabs. */
const mostViews = 20;
/** The most bytes that may wait for a tab that does not read. */
const mostWaiting = 1024 * 1024;

/** Sends each finished request to the open lists. */
export class Live {
  readonly #views = new Set<ServerResponse>();
  readonly #recorder: Recorder;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
    recorder.events.on('ended', this.#tell);
  }

  open(res: ServerResponse): void {
    const [oldest] = this.#views;
    if (this.#views.size >= mostViews) oldest?.end();
    openEvents(res);
    this.#views.add(res);
    res.once('close', () => this.#views.delete(res));
  }

  close(): void {
    this.#recorder.events.off('ended', this.#tell);
    for (const view of this.#views) view.end();
  }

  readonly #tell = (recording: Recording): void => {
    if (this.#views.size === 0) return;
    const row = JSON.stringify(requestRow(recording));
    for (const view of this.#views) {
      if (view.writableLength > mostWaiting) view.destroy();
      else view.write(`data: ${row}\n\n`);
    }
  };
}
