import { escapeHtml } from '@taproot/routing/pages';
import type { Recording } from '../recorder/recording.ts';
import type { Report } from '../recorder/reports.ts';
import { home } from '../site/gate.ts';
import { page, prose } from './layout.ts';

const item = (report: Report, recordings: readonly Recording[]): string => {
  const { at, where, requestId, fault } = report;
  const of = requestId === '' ? undefined : recordings.find((one) => one.requestId === requestId);
  const link = of === undefined ? '' : ` <a href="${home}/requests/${of.id}">request #${of.id}</a>`;
  const place = fault.place === '' ? '' : ` at <code>${escapeHtml(fault.place)}</code>`;
  return `<li><p><b class="bad">${escapeHtml(fault.code || fault.name)}</b>${place} <span class="quiet">${escapeHtml(where)}, <time datetime="${at.toISOString()}">${at.toTimeString().slice(0, 8)}</time></span>${link}</p>
<pre>${escapeHtml(fault.message)}</pre>${fault.fix === '' ? '' : `<p><b>Fix:</b> ${prose(fault.fix)}</p>`}</li>`;
};

/** The last errors and warnings that were reported. */
export const reportsPage = (reports: readonly Report[], recordings: readonly Recording[]): string =>
  page(
    'Reports',
    `<h1>Reports</h1><p class="lead">The last 100 errors and warnings that <code>app.report()</code> got since the server started.</p>
${reports.length === 0 ? '<p class="panel">None.</p>' : `<ul class="reports panel">${reports.map((report) => item(report, recordings)).join('\n')}</ul>`}`,
    'Reports',
  );
