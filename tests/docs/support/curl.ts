import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Application } from '@taproot/core';
import { http, type TestBody, type TestResponse } from '@taproot/testing';

/** What a `curl` line asks for. */
export interface Curl {
  readonly url: string;
  readonly method: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: string | null;
  readonly fields: readonly string[];
  /** Whether status and headers are shown. */
  readonly include: boolean;
}

/** The words of a line as a shell reads them: quotes keep spaces within a word. */
const wordsOf = (line: string): string[] =>
  (line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));

/** Reads the options the documentation uses: -s, -i, -I, -X, -H, -d and -F. */
export const parseCurl = (line: string): Curl => {
  const words = wordsOf(line).slice(1);
  const headers: Record<string, string> = {};
  const fields: string[] = [];
  let [url, data, include]: [string, string | null, boolean] = ['', null, false];
  let method: string | null = null;
  const take = (option: string): string => {
    const value = words.shift();
    if (value === undefined) throw new Error(`${option} lacks its value: ${line}`);
    return value;
  };
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '-s') continue;
    if (word === '-i') include = true;
    else if (word === '-I') [method, include] = ['HEAD', true];
    else if (word === '-X') method = take(word);
    else if (word === '-d') data = data === null ? take(word) : `${data}&${take(word)}`;
    else if (word === '-F') fields.push(take(word));
    else if (word === '-H') {
      const [, name = '', value = ''] = /^([^:]+): *(.*)$/.exec(take(word)) ?? [];
      headers[name] = value;
    } else if (word.startsWith('-')) throw new Error(`The documentation uses curl ${word}, which is not read here.`);
    else url = word;
  }
  return { url, method, headers, data, fields, include };
};

/** The body and its type, as curl makes them. */
const bodyOf = async ({ data, fields }: Curl, path: (file: string) => string): Promise<TestBody | undefined> => {
  if (data !== null) return new Blob([data], { type: 'application/x-www-form-urlencoded' });
  if (fields.length === 0) return undefined;
  const form = new FormData();
  for (const field of fields) {
    const [, name = '', file, value = ''] = /^([^=]+)=(@?)(.*)$/.exec(field) ?? [];
    if (file === '@') form.append(name, new File([await readFile(path(value))], basename(value)));
    else form.append(name, value);
  }
  return form;
};

/** Sends what a `curl` line says through an application, in process; `path` finds the files it names. */
export const sendCurl = async (
  app: Application,
  line: string,
  path: (file: string) => string,
): Promise<{ readonly response: TestResponse; readonly include: boolean }> => {
  const curl = parseCurl(line);
  const body = await bodyOf(curl, path);
  const address = curl.url.includes('://') ? curl.url : `http://${curl.url}`;
  const client = http(app).accept('*/*').withHeaders(curl.headers);
  const response = await client.call(curl.method ?? (body === undefined ? 'GET' : 'POST'), address, body);
  return { response, include: curl.include };
};
