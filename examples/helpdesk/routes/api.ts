import { facades, middleware } from '../app/facades.ts';
import { AccountController } from '../app/http/controllers/account-controller.ts';
import { AttachmentController } from '../app/http/controllers/attachment-controller.ts';
import { OrganisationController } from '../app/http/controllers/organisation-controller.ts';
import { TicketController } from '../app/http/controllers/ticket-controller.ts';
import { WebhookController } from '../app/http/controllers/webhook-controller.ts';
import { ticketRoom } from '../app/sockets/ticket-room.ts';
import { findTicket } from '../app/tickets/find-ticket.ts';

/** The JSON API, for customers and for programs of agents. */
export const api = (): void => {
  const open = facades.Route().prefix('/api');
  const guests = open.middleware(middleware.throttle('guests'));
  const users = open.middleware(middleware.auth('api'), middleware.throttle('plan'));

  guests.post('/organisations', [AccountController, 'open']).name('organisations.store');
  guests.post('/register', [AccountController, 'register']).name('register');
  open.middleware(middleware.throttle('login')).post('/login', [AccountController, 'login']).name('login');
  users.get('/me', [AccountController, 'me']).name('me');
  users.post('/logout', [AccountController, 'logout']).name('logout');

  users.get('/tickets', [TicketController, 'index']).name('tickets.index');
  // Done once, however often it is sent, and whenever a process is killed.
  const once = middleware.idempotency({ transaction: true });
  users.post('/tickets', [TicketController, 'store']).middleware(once).name('tickets.store');
  const ticket = users.where('ticket', '[0-9]+').bind('ticket', findTicket);
  ticket.get('/tickets/{ticket}', [TicketController, 'show']).name('tickets.show');
  ticket.put('/tickets/{ticket}', [TicketController, 'update']).name('tickets.update');
  ticket.get('/tickets/{ticket}/replies', [TicketController, 'replies']).name('replies.index');
  ticket.post('/tickets/{ticket}/replies', [TicketController, 'reply']).middleware(once).name('replies.store');
  ticket.get('/tickets/{ticket}/attachments', [AttachmentController, 'index']).name('attachments.index');
  ticket.post('/tickets/{ticket}/attachments', [AttachmentController, 'store']).name('attachments.store');

  users.where('ticket', '[0-9]+').socket(ticketRoom).name('tickets.live');

  const staff = users.middleware(middleware.can('organisation.work'));
  staff.get('/statistics', [OrganisationController, 'statistics']).name('statistics');
  const admins = users.middleware(middleware.can('organisation.manage'));
  admins.get('/audit', [OrganisationController, 'audit']).name('audit');
  admins.get('/webhooks', [WebhookController, 'index']).name('webhooks.index');
  admins.post('/webhooks', [WebhookController, 'store']).name('webhooks.store');
  admins.put('/webhooks/{webhook}', [WebhookController, 'update']).name('webhooks.update');
  admins.post('/webhooks/{webhook}/secret', [WebhookController, 'rotate']).name('webhooks.rotate');
  admins.delete('/webhooks/{webhook}', [WebhookController, 'destroy']).name('webhooks.destroy');
};
