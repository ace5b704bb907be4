import { Command } from '@taproot/console/command';
import { closeTickets } from '../../tickets/close-tickets.ts';

/** `npx taproot tickets:close` closes tickets that were answered two weeks ago. */
export class CloseTickets extends Command {
  static override paths = [['tickets:close']];

  override async execute(): Promise<void> {
    this.line(`Closed: ${await closeTickets()}`);
  }
}
