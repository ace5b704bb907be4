import { insertGetId, type Seeder } from '@taproot/database';
import '../../app/tickets/ticket.ts';
import { facades } from '../../app/facades.ts';

/** An organisation with an agent, for development: log in as agent@example.com or ada@example.com with the password `open-sesame`. It may run more than once. */
export const seed: Seeder = async (db) => {
  const known = await db.selectFrom('users').select('id').where('email', '=', 'agent@example.com').executeTakeFirst();
  if (known !== undefined) return;
  const password = await facades.Hash().make('open-sesame');
  const organisation_id = await insertGetId(db, 'organisations', { name: 'Acme Bicycles', slug: 'acme' });
  const user = { organisation_id, password, confirmed_at: new Date(), created_at: new Date() };
  await insertGetId(db, 'users', { ...user, name: 'Grace', email: 'agent@example.com', role: 'admin' });
  const customer_id = await insertGetId(db, 'users', {
    ...user,
    name: 'Ada',
    email: 'ada@example.com',
    role: 'customer',
  });
  for (const [subject, body] of [
    ['The bell does not ring', 'It came with the blue bicycle. I have tried both thumbs.'],
    ['Which tyres for snow?', 'I ride to work in January, too.'],
    ['Invoice 2026-00017', 'The address on it is the old one.'],
  ] as const) {
    const ticket = { organisation_id, customer_id, agent_id: null, subject };
    const ticket_id = await insertGetId(db, 'tickets', ticket);
    await insertGetId(db, 'replies', { ticket_id, user_id: customer_id, body });
  }
};
