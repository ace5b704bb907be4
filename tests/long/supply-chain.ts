import { budgets, burdenOf, permissive, readLock, tooOld, workspaces } from '../architecture/supply-chain.ts';

/** What each package of ours brings along: how many packages of others, and under which licences. */
export const run = async (): Promise<readonly string[]> => {
  const lock = readLock();
  const faults = tooOld(lock);
  const rows: Record<string, object> = {};
  for (const workspace of workspaces()) {
    const { direct, all, licences } = burdenOf(lock, workspace);
    const [mostDirect, mostAll] = budgets[workspace] ?? [0, 0];
    rows[workspace] = {
      direct: `${direct} of ${mostDirect}`,
      all: `${all} of ${mostAll}`,
      licences: licences.join(', '),
    };
    if (direct > mostDirect || all > mostAll) faults.push(`${workspace} brings ${all} packages along`);
    faults.push(...licences.filter((licence) => !permissive.has(licence)).map((licence) => `${workspace}: ${licence}`));
  }
  console.table(rows);
  return faults;
};
