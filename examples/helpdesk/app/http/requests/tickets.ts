import { cursorRules } from '@taproot/database';
import { defineRules, formRequest } from '@taproot/validation';

/** The filters and the page of a list of tickets. */
export const listTickets = defineRules({
  ...cursorRules({ max: 50 }),
  status: 'in:open,answered,closed',
  q: 'string|max:80',
});

export class OpenTicket extends formRequest({
  // One line, because it becomes the subject of a mail.
  subject: ['required', 'string', 'max:200', 'not_regex:[\\p{Cc}\\u2028\\u2029]'],
  body: 'required|string|max:10000',
}) {}

export class Answer extends formRequest({ body: 'required|string|max:10000' }) {}

/** The form of a page: an answer with up to five files, of types in which nothing runs. */
export class AnswerWithFiles extends formRequest({
  body: 'required|string|max:10000',
  files: 'list|max:5',
  'files.*': 'required|file|mimes:png,jpg,gif,webp,pdf,txt|max:2048',
}) {}

export class ChangeTicket extends formRequest({ status: 'required|in:open,answered,closed' }) {}
