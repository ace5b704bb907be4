import { notifyAgents } from '../app/jobs/notify-agents.ts';
import { sendReset } from '../app/jobs/send-reset.ts';

/** The jobs of this application. Workers know them by their names. */
export const jobs = [notifyAgents, sendReset];
