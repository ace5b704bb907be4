import { refreshStatistics } from '../app/listeners/refresh-statistics.ts';
import { sendWebhooks } from '../app/listeners/send-webhooks.ts';
import { showLive } from '../app/listeners/show-live.ts';
import { writeAuditLog } from '../app/listeners/write-audit-log.ts';

/** What follows from events, in this order. */
export const listeners = [writeAuditLog, sendWebhooks, refreshStatistics, showLive];
