import { escapeHtml } from '@taproot/routing/pages';
import type { Mark } from '../reading/marks.ts';
import { endOf, lengthOf, ownStretches, type Stretch, sumOf } from '../reading/own-time.ts';
import type { Recording } from '../recorder/recording.ts';
import type { Step } from '../recorder/step.ts';
import { shownTime } from './layout.ts';

/** Width of a bar in units of its drawing. */
const width = 1000;
const deepest = 8;

const bar = (kind: string, whole: Stretch, own: readonly Stretch[], length: number): string => {
  const rect = (name: string, [start, end]: Stretch): string => {
    const x = Math.min(width - 3, (start / length) * width);
    const wide = Math.max(3, Math.min(width - x, ((end - start) / length) * width));
    return `<rect class="${name}" x="${x.toFixed(1)}" y="0" width="${wide.toFixed(1)}" height="12"/>`;
  };
  const rects = [rect('whole', whole), ...own.map((stretch) => rect('own', stretch))];
  return `<svg class="bar k-${kind}" viewBox="0 0 ${width} 12" preserveAspectRatio="none" aria-hidden="true">${rects.join('')}</svg>`;
};

const outcomes: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  validation: ['passed', 'failed'],
  throttle: ['allowed', 'refused'],
  gate: ['allowed', 'denied'],
};

const outcome = ({ kind, outcome: good, error, replaced, end }: Step): string => {
  const said: string[] = [];
  const [yes, no] = outcomes[kind] ?? [];
  if (good === true && yes !== undefined) said.push(`<span class="good">${yes}</span>`);
  if (good === false && no !== undefined) said.push(`<span class="bad">${no}</span>`);
  if (replaced && kind === 'hook') said.push('<span class="mark">own response</span>');
  if (error !== '') said.push(`<span class="bad">${escapeHtml(error)}</span>`);
  if (end === null) said.push('<span class="mark">never ended</span>');
  return said.join(' ');
};

const row = (step: Step, recording: Recording, marks: readonly Mark[], length: number): string => {
  const own = ownStretches(step, recording);
  const labels = [...new Set(marks.filter(({ steps }) => steps.includes(step)).map(({ label }) => label))];
  const flags = labels.map((label) => `<span class="mark">${escapeHtml(label)}</span>`).join(' ');
  const total = endOf(step, recording) - step.start;
  const place = step.detail === '' ? '' : ` <small>${escapeHtml(step.detail)}</small>`;
  return `<li class="d${Math.min(step.depth + 1, deepest)}${labels.length > 0 ? ' marked' : ''}">
<span class="step"><span class="kind k-${step.kind}">${step.kind}</span> <code>${escapeHtml(step.name)}</code>${place} <span class="quiet">${escapeHtml(step.plugin)}</span> ${outcome(step)} ${flags}</span>
${bar(step.kind, [step.start, endOf(step, recording)], own, length)}
<span class="number" title="by itself, of ${shownTime(total)}">${shownTime(sumOf(own))}</span></li>`;
};

/**
 * Every step of a request with its own time. The first row is the time outside of all steps, in Taproot and Node. So the times add up to
 * the time of the request.
 */
export const waterfall = (recording: Recording, marks: readonly Mark[]): string => {
  const length = Math.max(lengthOf(recording), ...recording.steps.map(({ end }) => end ?? 0), 0.001);
  const own = ownStretches(null, recording);
  const rows = recording.steps.map((step) => row(step, recording, marks, length));
  const rest = recording.dropped === 0 ? '' : `<p class="quiet">${recording.dropped} further steps are not kept.</p>`;
  return `<ol class="fall">
<li class="d0"><span class="step"><span class="kind k-request">${recording.isWork ? 'around' : 'request'}</span> Taproot and Node</span>
${bar('request', [0, lengthOf(recording)], own, length)}
<span class="number" title="by itself, of ${shownTime(lengthOf(recording))}">${shownTime(sumOf(own))}</span></li>
${rows.join('\n')}
</ol>${rest}`;
};
