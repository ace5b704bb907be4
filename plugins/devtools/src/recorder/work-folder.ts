import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '@taproot/core';
import { Recording } from './recording.ts';
import type { Step } from './step.ts';

/** How much work stays. */
const most = 200;

/** Work that ended, as a file has it: its steps name their parents by number. */
interface KeptWork extends Pick<Recording, 'method' | 'target' | 'requestId' | 'duration' | 'fault' | 'dropped'> {
  readonly at: string;
  readonly steps: readonly (Omit<Step, 'parent'> & { readonly parent: number })[];
}

/**
 * Work that a request began and that ran later, such as jobs and their mails. It is kept in a folder of the application, because it mostly
 * runs in another process than the server. Names and errors are already masked.
 */
export class WorkFolder {
  readonly #folder: string;
  #written = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps work that has ended. Synchronous, because the process may end with it. */
  write(recording: Recording): void {
    const { method, target, requestId, duration, fault, dropped, at, steps } = recording;
    const kept: KeptWork = {
      method,
      target,
      requestId,
      duration,
      fault,
      dropped,
      at: at.toISOString(),
      steps: steps.map((step) => ({ ...step, parent: step.parent === null ? -1 : steps.indexOf(step.parent) })),
    };
    mkdirSync(this.#folder, { recursive: true });
    const file = join(this.#folder, `${at.toISOString().replaceAll(/\D/g, '')}-${randomUUID().slice(0, 8)}.json`);
    // Renamed, so that no reader sees half of it.
    writeFileSync(`${file}.part`, JSON.stringify(kept));
    renameSync(`${file}.part`, file);
    if (this.#written++ % 20 > 0) return;
    for (const old of this.#files().slice(0, -most)) rmSync(join(this.#folder, old), { force: true });
  }

  /** The work that a request began, the earliest first. */
  ofRequest(requestId: string): readonly Recording[] {
    if (requestId === '') return [];
    return this.#files()
      .flatMap((file) => this.#read(file))
      .filter((one) => one.requestId === requestId);
  }

  #read(file: string): Recording[] {
    let text: string;
    try {
      text = readFileSync(join(this.#folder, file), 'utf8');
    } catch (error) {
      // Another process has dropped it.
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    }
    const { method, target, at, steps, ...rest } = JSON.parse(text) as KeptWork;
    const recording = new Recording(0, { method, url: target, rawHeaders: [] }, true);
    const begun: Step[] = [];
    for (const step of steps) begun.push({ ...step, parent: begun[step.parent] ?? null });
    return [Object.assign(recording, rest, { at: new Date(at), steps: begun })];
  }

  #files(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((file) => file.endsWith('.json'))
        .toSorted();
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    }
  }
}
