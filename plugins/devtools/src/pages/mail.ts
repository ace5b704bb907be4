import type { KeptMail } from '@taproot/core/internal';
import { escapeHtml } from '@taproot/routing/pages';
import { home } from '../home.ts';
import { page } from './layout.ts';

const row = ({ id, at, subject, people, name }: KeptMail): string => `<tr>
<td><time datetime="${escapeHtml(at)}">${escapeHtml(new Date(at).toTimeString().slice(0, 8))}</time></td>
<td><a href="${home}/mail/${escapeHtml(id)}">${escapeHtml(subject || '(no subject)')}</a></td>
<td>${escapeHtml(people.to || people.cc || people.bcc)}</td>
<td class="quiet">${escapeHtml(name)}</td>
</tr>`;

/** The list of mails; `mails` is null in an application that sends none. */
export const mailsPage = (mails: readonly KeptMail[] | null): string => {
  const lead =
    mails === null
      ? 'This application does not have <code>mailer()</code> of @taproot/mail.'
      : 'The last 200 mails that this application sent or wrote to a file, the latest first.';
  const table = `<div class="wide" tabindex="0" role="region" aria-label="Mails"><table><thead><tr><th scope="col">At</th><th scope="col">Subject</th><th scope="col">To</th><th scope="col">Name</th></tr></thead><tbody>${(mails ?? []).map(row).join('\n')}</tbody></table></div>`;
  const list = (mails ?? []).length === 0 ? '<p class="panel">None.</p>' : table;
  return page('Mail', `<h1>Mail</h1><p class="lead">${lead}</p>${list}`, 'Mail');
};

const labels = { from: 'From', to: 'To', cc: 'Cc', bcc: 'Bcc', replyTo: 'Reply-To' } as const;

const line = (name: string, value: string): string =>
  value === '' ? '' : `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`;

const part = (title: string, body: string): string => `<h2>${title}</h2>${body}`;

/** One mail: its people, its HTML in a frame without scripts, its text, its headers. */
export const mailPage = (mail: KeptMail): string => {
  const { id, at, subject, people, text, html, headers, attachments, name } = mail;
  const known = Object.entries(labels).map(([key, label]) => line(label, people[key as keyof typeof labels]));
  const facts = [line('At', new Date(at).toLocaleString('en-GB')), ...known].join('');
  const framed = `<iframe class="mail" sandbox title="The HTML of this mail" src="${home}/mail/${escapeHtml(id)}/html"></iframe>`;
  const files = attachments.map(
    ({ filename, bytes }) =>
      `<li>${escapeHtml(filename)} <span class="quiet">${bytes === null ? 'missing' : `${bytes} bytes`}</span></li>`,
  );
  const sent = headers.map(([key, value]) => line(key, value)).join('');
  return page(
    subject,
    `<p class="quiet"><a href="${home}/mail">Mail</a> / ${escapeHtml(name || 'without a name')}</p>
<h1>${escapeHtml(subject || '(no subject)')}</h1>
<div class="wide" tabindex="0" role="region" aria-label="Facts"><table>${facts}</table></div>
${html === null ? '' : part('HTML', framed)}
${part('Text', `<pre class="panel">${escapeHtml(text)}</pre>`)}
${files.length === 0 ? '' : part('Attachments', `<ul class="panel plain">${files.join('')}</ul>`)}
${part('Headers', `<div class="wide" tabindex="0" role="region" aria-label="Headers"><table>${sent}</table></div>`)}`,
    'Mail',
  );
};
