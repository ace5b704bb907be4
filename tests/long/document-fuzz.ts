import { subjects } from '../openapi/fuzz/applications.ts';
import { fuzzDocument, type Tally } from '../openapi/fuzz/fuzz-document.ts';
import type { LongTest } from './run.ts';

/** Some 20 requests for each operation of five documents, made of the documents alone. `SEED` makes others. */
export const run: LongTest = async (rounds = 20) => {
  const seed = Number(process.env['SEED'] ?? 1);
  console.log(`Requests of documents, seed ${seed}`);
  const rows: Record<string, object> = {};
  const excused: Record<string, Record<string, number>> = {};
  const faults: string[] = [];
  for (const open of Object.values(subjects)) {
    const subject = await open();
    try {
      const { faults: found, excused: by, ...tally }: Tally = await fuzzDocument(subject, rounds, seed);
      rows[subject.name] = { ...tally, faults: found.length };
      excused[subject.name] = { ...by };
      faults.push(...found);
    } finally {
      await subject.close();
    }
  }
  console.table(rows);
  console.log('Refusals that a schema does not say, by rule or code');
  console.table(excused);
  return faults;
};
