import { STATUS_CODES } from 'node:http';
import { printable, type Style, wrapWords } from '@taproot/console/command';
import type { Recorded } from './find-recorded.ts';
import { formatTrace } from './format-trace.ts';

const longest = 100;

/** A sentence with its code in bold, wrapped at words. */
const prose = (text: string, before: string, columns: number, style: Style): string[] => {
  const width = Math.min(columns, longest) - before.length;
  const lines = wrapWords(printable(text).split(' '), width);
  const indent = ' '.repeat(before.length);
  return lines.map((line, at) => `${at === 0 ? style.bold(before) : indent}${line.replaceAll('`', '')}`);
};

/** The lines of `hooks:trace --last`: the cause of the status, then the lines of `hooks:trace`, then the address of the page. */
export const formatRecorded = (recorded: Recorded, columns: number, style: Style): string[] => {
  const { method, target, status, bytes, milliseconds, route, route_name: name, why, fix, marks, steps } = recorded;
  const [headline = '', ...rest] = formatTrace(
    {
      method,
      target,
      status,
      reason: STATUS_CODES[status] ?? 'the client left',
      route: route === null ? null : { path: route, name },
      headers: {},
      bytes,
      duration: milliseconds ?? 0,
      spans: steps.map((step) => ({
        ...step,
        name: step.name.replaceAll(/\s+/g, ' ').slice(0, 60),
        plugin: step.kind === 'hook' ? step.plugin : null,
      })),
    },
    columns,
    style,
  );
  return [
    headline,
    ...(why === null ? [] : ['', ...prose(why, 'Why: ', columns, style)]),
    ...(fix === '' ? [] : prose(fix, 'Fix: ', columns, style)),
    ...marks.flatMap(({ label, sentence }) => ['', ...prose(sentence, `${label}: `, columns, style)]),
    ...rest,
    '',
    style.dim(recorded.page),
  ];
};
