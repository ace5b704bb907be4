import { facades } from '../facades.ts';
import './ticket.ts';

declare module '@taproot/cache' {
  interface CacheKeys {
    [statistics: `statistics:${number}`]: Statistics;
  }
}

/** The tickets of an organisation, counted. */
export interface Statistics {
  open: number;
  answered: number;
  closed: number;
}

/** Counts once in five minutes, and after each change of a ticket. */
export const statistics = (organisation: number): Promise<Statistics> =>
  facades.Cache().remember(`statistics:${organisation}`, '5m', () => count(organisation), {
    grace: '1h',
  });

const count = async (organisation: number): Promise<Statistics> => {
  const rows = await facades
    .DB()
    .selectFrom('tickets')
    .select(({ fn }) => ['status', fn.countAll<number>().as('tickets')])
    .where('organisation_id', '=', organisation)
    .groupBy('status')
    .execute();
  const of = (name: keyof Statistics): number => rows.find(({ status }) => status === name)?.tickets ?? 0;
  return { open: of('open'), answered: of('answered'), closed: of('closed') };
};
