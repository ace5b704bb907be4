import type { Application } from '@taproot/core';
import type { TestResponse } from '@taproot/testing';
import { sendCurl } from './curl.ts';

/** One line of a shell session, and what is shown below it. */
export interface Exchange {
  readonly command: string;
  readonly shown: string;
}

/** Splits a session at its prompts: `$ curl localhost:3000/`. A command that ends in a backslash goes on. */
export const exchangesOf = (code: string): Exchange[] =>
  code
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [, command = '', shown = ''] = /^((?:[^\n]*\\\n)*[^\n]*)\n?([\s\S]*)$/.exec(part) ?? [];
      return { command: command.replaceAll(/\\\n\s*/g, ''), shown: shown.trim() };
    });

/** Whether a text is what the page shows; `...` on the page stands for anything. */
export const isShown = (shown: string, actual: string): boolean => {
  const pattern = shown
    .split('...')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('[^]*?');
  return new RegExp(`^${pattern}$`).test(actual.trim());
};

const headerText = (response: TestResponse, shownName: string): string =>
  `${shownName}: ${response.headers.get(shownName) ?? '(none)'}`;

/** The reply with the headers that the page shows, and no others: with `curl -i`, a page shows those that matter. */
const replyText = (response: TestResponse, shown: string): string => {
  const [head = '', ...body] = shown.split('\n\n');
  const names = head
    .split('\n')
    .slice(1)
    .map((line) => line.split(':', 1)[0] ?? '');
  const lines = [
    `HTTP/1.1 ${response.status} ${response.statusText}`,
    ...names.map((name) => headerText(response, name)),
  ];
  // A page that leaves the body of an error out says so by ending at the headers.
  return body.length === 0 && response.status !== 204 ? lines.join('\n') : [...lines, '', response.text].join('\n');
};

/** Puts texts of earlier replies where a line names them: `-H "Authorization: Bearer $access_token"`. */
const filled = (command: string, texts: ReadonlyMap<string, string>): string =>
  command.replaceAll(/\$(\w+)/g, (name) => texts.get(name.slice(1)) ?? name);

const textsOf = ({ text }: TestResponse): [string, string][] => {
  const reply: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  return Object.entries(reply ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
};

/** Runs the `curl` lines of a session; resolves to those whose reply is not what the page shows. */
export const runSession = async (
  app: Application,
  exchanges: readonly Exchange[],
  path: (file: string) => string,
): Promise<{ readonly command: string; readonly shown: string; readonly actual: string }[]> => {
  const wrong = [];
  const texts = new Map<string, string>();
  for (const { command, shown } of exchanges) {
    const { response, include } = await sendCurl(app, filled(command, texts), path);
    for (const [name, text] of textsOf(response)) texts.set(name, text);
    const actual = (include ? replyText(response, shown) : response.text).trim();
    if (!isShown(shown, actual)) wrong.push({ command, shown, actual });
  }
  return wrong;
};
