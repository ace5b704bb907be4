// Real path: a multipart body whose content was chosen to be costly: it resembles boundaries, or comes in tiny chunks. What it
// costs must not depend on what it holds.
import { compareFillings } from '../lib/compare-fillings.js';

export const about = 'Multipart bodies of one size and fifteen fillings, beside letters';

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ servers }) => compareFillings(servers);
