import type { Input, UploadedFile } from '@taproot/core';
import type { Params } from '@taproot/core/internal';
import { noFiles, type ReadBody } from '../body/body.ts';
import { createInput } from '../input/input-map.ts';
import type { InputSource } from '../input/input-reader.ts';
import type { RequestHead } from './request-head.ts';

const noQuery: Input = Object.freeze(createInput());

/** The input of a request whose body is read, or that has none. */
export class RequestInput implements InputSource {
  readonly route: Params;
  readonly #head: RequestHead;
  readonly #body: ReadBody | null;

  constructor(head: RequestHead, body: ReadBody | null) {
    this.#head = head;
    this.#body = body;
    this.route = head.routes();
  }

  fields(): Input | null {
    return this.#body === null ? null : this.#body.fields;
  }

  files(): readonly UploadedFile[] {
    return this.#body === null ? noFiles : this.#body.files;
  }

  query(): Input {
    return this.#head.hasQuery() ? this.#head.queries() : noQuery;
  }
}
