import { defineChannel } from '@taproot/core/plugin';

/** One call of a disk. Paths are not shown: they may hold names of people. */
interface TracedFile {
  readonly operation: string;
  readonly disk: string;
}

/** Calls of disks: steps of their request, and spans, without a line in the log. */
export const filesUsed = defineChannel<TracedFile>('storage', {
  name: ({ operation }) => operation,
  facts: ({ disk }) => ({ disk }),
  attributes: ({ operation, disk }) => ({ 'taproot.storage.operation': operation, 'taproot.storage.disk': disk }),
  line: false,
  span: 'client',
});
