import type { Recording } from '../recorder/recording.ts';
import type { Evidence, Reason } from './evidence.ts';
import { spoken } from './stopper.ts';
import { speaker } from './why-refused.ts';

const sayFields = (errors: unknown): string[] =>
  Object.entries(Object(errors) as object).map(([field, messages]) => {
    const [first] = [messages].flat() as unknown[];
    return `\`${field}\` (${String(first)})`;
  });

export const explain422 = ({ recording }: Evidence): Reason => {
  const { fault } = recording;
  const fields = sayFields(fault?.details['errors']);
  if (fields.length === 0)
    return {
      sentence: `${speaker(recording)} answered 422.${fault === null ? '' : ` ${fault.message}`}`,
      fix: fault?.fix ?? '',
    };
  const rest = fields.length > 4 ? ` and ${fields.length - 4} more` : '';
  const were = fields.length === 1 ? 'One field is' : `${fields.length} fields are`;
  return {
    sentence: `${were} not valid: ${fields.slice(0, 4).join(', ')}${rest}.`,
    fix: 'Correct the fields and send it again, or change the rules.',
  };
};

export const explain400 = ({ recording }: Evidence): Reason => {
  const { fault, status } = recording;
  return {
    sentence: `${speaker(recording)} answered ${status}.${fault === null ? '' : ` ${fault.message}`}`,
    fix: fault?.fix ?? '',
  };
};

/** The innermost step that failed. The error came from there. */
const failedStep = ({ steps }: Recording) =>
  steps.filter(({ error }) => error !== '').toSorted((a, b) => b.depth - a.depth)[0];

export const explain500 = ({ recording }: Evidence): Reason => {
  const { fault, status } = recording;
  if (fault === null)
    return { sentence: `${speaker(recording)} answered ${status} by itself; nothing was thrown.`, fix: '' };
  const failed = failedStep(recording);
  const place = fault.place === '' ? '' : ` at \`${fault.place}\``;
  const where = failed === undefined ? '' : ` It happened in ${failed.kind === 'query' ? 'a query' : spoken(failed)}.`;
  const [line = ''] = fault.message.split('\n', 1);
  return { sentence: `\`${fault.code || fault.name}\` was thrown${place}: ${line}${where}`, fix: fault.fix };
};
