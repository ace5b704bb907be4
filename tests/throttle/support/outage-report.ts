import { type Outage, watched } from './outage.ts';

/** Prints outages as a table, and resolves to what was not as the requirement has it. */
export const reportOutages = (outages: Readonly<Record<string, Outage>>): string[] => {
  const rows = Object.entries(outages).map(([fault, outage]) => [
    fault,
    {
      ...outage,
      p99: `${outage.p99.toFixed(1)} ms`,
      worst: `${outage.worst.toFixed(1)} ms`,
      back: `${outage.back.toFixed(0)} ms`,
    },
  ]);
  console.table(Object.fromEntries(rows));
  return Object.entries(outages).flatMap(([fault, { failed, p99, back, admitted }]) => [
    ...(failed > 0 ? [`${fault}: ${failed} requests failed`] : []),
    ...(p99 > 150 ? [`${fault}: p99 of the decision ${p99.toFixed(0)} ms`] : []),
    ...(back > 5000 ? [`${fault}: back after ${back.toFixed(0)} ms`] : []),
    ...(admitted > 2 * watched.points ? [`${fault}: ${admitted} admitted`] : []),
  ]);
};
