import { facades, middleware } from '../app/facades.ts';
import { AttachmentController } from '../app/http/controllers/attachment-controller.ts';
import { LinkController } from '../app/http/controllers/link-controller.ts';
import { PageController } from '../app/http/controllers/page-controller.ts';
import { ticketRoom } from '../app/sockets/ticket-room.ts';
import { findTicket } from '../app/tickets/find-ticket.ts';

/** Pages and files for browsers. */
export const web = (): void => {
  // The API document describes routes/api.ts alone.
  const route = facades.Route().meta({ openapi: { hidden: true } });
  route.static('/assets', 'public/assets');

  const pages = route.middleware(middleware.session());
  pages.get('/login', [PageController, 'login']).name('web.login.show');
  pages.middleware(middleware.throttle('login')).post('/login', [PageController, 'storeLogin']).name('web.login');

  // Links in mails, and the pages that ask for them.
  pages.get('/forgot-password', [LinkController, 'showForgot']).name('web.forgot.show');
  pages
    .middleware(middleware.throttle('mails'))
    .post('/forgot-password', [LinkController, 'forgot'])
    .name('web.forgot');
  pages.get('/reset-password/{token}', [LinkController, 'showReset']).name('web.reset.show');
  pages.post('/reset-password/{token}', [LinkController, 'reset']).name('web.reset');
  pages.get('/confirm/{token}', [LinkController, 'showConfirm']).name('web.confirm.show');
  pages.post('/confirm/{token}', [LinkController, 'confirm']).name('web.confirm');

  const inside = pages.middleware(middleware.auth('web'), middleware.throttle('plan'));
  inside
    .middleware(middleware.throttle('mails'))
    .post('/confirm', [LinkController, 'sendConfirm'])
    .name('web.confirm.send');
  inside.post('/logout', [PageController, 'logout']).name('web.logout');
  inside.get('/', [PageController, 'index']).name('web.tickets');
  inside.where('ticket', '[0-9]+').socket(ticketRoom).name('web.live');
  const ticket = inside.where('ticket', '[0-9]+').bind('ticket', findTicket);
  ticket.get('/tickets/{ticket}', [PageController, 'show']).name('web.ticket');
  ticket.post('/tickets/{ticket}/replies', [PageController, 'reply']).name('web.reply');
  ticket
    .where('attachment', '[0-9]+')
    .get('/tickets/{ticket}/attachments/{attachment}', [AttachmentController, 'show'])
    .name('web.attachment');
  ticket.post('/tickets/{ticket}/take', [PageController, 'take']).name('web.take');
  ticket.post('/tickets/{ticket}/status', [PageController, 'status']).name('web.status');
};
