import type { UploadedFile } from '@taproot/core';
import { insertGetId } from '@taproot/database';
import './attachment.ts';
import { facades } from '../facades.ts';
import type { Ticket } from '../tickets/ticket.ts';

/**
 * Stores files of a ticket, and then calls `write`, which stores the rows. No row is without its file: when anything fails, the files are
 * deleted again.
 */
export const attachFiles = async <Result>(
  ticket: Pick<Ticket, 'id'>,
  files: readonly UploadedFile[],
  write: (add: (reply: number | null) => Promise<number[]>) => Promise<Result>,
): Promise<Result> => {
  const stored: { name: string; path: string; size: number }[] = [];
  try {
    for (const file of files) {
      const path = await facades.Storage().putFile(`tickets/${ticket.id}`, file);
      stored.push({ name: file.clientName() || 'file', path, size: file.size });
    }
    return await write(async (reply_id) => {
      const ids: number[] = [];
      for (const file of stored)
        ids.push(await insertGetId(facades.DB(), 'attachments', { ...file, ticket_id: ticket.id, reply_id }));
      return ids;
    });
  } catch (error) {
    await facades.Storage().delete(...stored.map(({ path }) => path));
    throw error;
  }
};
