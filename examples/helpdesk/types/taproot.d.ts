// Written by `npx taproot types`: the names of this application, for the compiler. Do not edit it; run the command again.

import '@taproot/core';
import '@taproot/lang';
import '@taproot/throttle';
import '@taproot/views';

declare module '@taproot/core' {
  interface RouteNames {
    'attachments.index': '/api/tickets/{ticket}/attachments';
    'attachments.store': '/api/tickets/{ticket}/attachments';
    audit: '/api/audit';
    'health.live': '/health/live';
    'health.ready': '/health/ready';
    login: '/api/login';
    logout: '/api/logout';
    me: '/api/me';
    'organisations.store': '/api/organisations';
    register: '/api/register';
    'replies.index': '/api/tickets/{ticket}/replies';
    'replies.store': '/api/tickets/{ticket}/replies';
    statistics: '/api/statistics';
    'tickets.index': '/api/tickets';
    'tickets.live': '/api/tickets/{ticket}/live';
    'tickets.show': '/api/tickets/{ticket}';
    'tickets.store': '/api/tickets';
    'tickets.update': '/api/tickets/{ticket}';
    'web.attachment': '/tickets/{ticket}/attachments/{attachment}';
    'web.confirm': '/confirm/{token}';
    'web.confirm.send': '/confirm';
    'web.confirm.show': '/confirm/{token}';
    'web.forgot': '/forgot-password';
    'web.forgot.show': '/forgot-password';
    'web.live': '/tickets/{ticket}/live';
    'web.login': '/login';
    'web.login.show': '/login';
    'web.logout': '/logout';
    'web.reply': '/tickets/{ticket}/replies';
    'web.reset': '/reset-password/{token}';
    'web.reset.show': '/reset-password/{token}';
    'web.status': '/tickets/{ticket}/status';
    'web.take': '/tickets/{ticket}/take';
    'web.ticket': '/tickets/{ticket}';
    'web.tickets': '/';
    'webhooks.destroy': '/api/webhooks/{webhook}';
    'webhooks.index': '/api/webhooks';
    'webhooks.rotate': '/api/webhooks/{webhook}/secret';
    'webhooks.store': '/api/webhooks';
    'webhooks.update': '/api/webhooks/{webhook}';
  }
}

declare module '@taproot/lang' {
  interface LangKeys {
    'account.bad_link': never;
    'account.bad_link_hint': never;
    'account.change': never;
    'account.changed': never;
    'account.confirm': never;
    'account.confirmed': never;
    'account.forgot': never;
    'account.new_password': never;
    'account.reset': never;
    'account.reset_hint': never;
    'account.send': never;
    'account.send_again': never;
    'account.sent': never;
    'account.unconfirmed': 'email';
    'mails.answered': 'body' | 'name';
    'mails.answered_subject': 'id' | 'subject';
    'mails.confirm': 'link' | 'name';
    'mails.confirm_subject': never;
    'mails.reset': 'link' | 'name';
    'mails.reset_subject': never;
    'mails.waiting': 'id' | 'subject';
    'mails.waiting_subject': 'id' | 'subject';
    'pages.all': never;
    'pages.answer': never;
    'pages.attach': never;
    'pages.close': never;
    'pages.desk': never;
    'pages.email': never;
    'pages.files': never;
    'pages.find': never;
    'pages.log_in': never;
    'pages.log_out': never;
    'pages.none': never;
    'pages.older': never;
    'pages.password': never;
    'pages.remember': never;
    'pages.reopen': never;
    'pages.search': never;
    'pages.send': never;
    'pages.sent': never;
    'pages.skip': never;
    'pages.state': never;
    'pages.status.answered': never;
    'pages.status.closed': never;
    'pages.status.open': never;
    'pages.take': never;
    'pages.tickets': never;
    'pages.typing': never;
    'pages.wrong': never;
    'tickets.staff_only': never;
    [key: `errors.${string}`]: string;
    [key: `pagination.${string}`]: string;
    [key: `validation.${string}`]: string;
  }
}

declare module '@taproot/throttle' {
  interface Limiters {
    guests: true;
    login: true;
    mails: true;
    plan: true;
  }
}

declare module '@taproot/views' {
  interface Views {
    'account/bad-link': {};
    'account/confirm': { token: string };
    'account/forgot': {};
    'account/reset': { token: string };
    'layouts/app': { title: string };
    login: { next: string };
    'tickets/index': {
      tickets: readonly { id: number; subject: string; customer: string; status: 'open' | 'answered' | 'closed'; updated_at: Date }[];
      q: string;
      status: string;
      next: string | null;
      figures: import('../app/tickets/statistics.ts').Statistics | null;
    };
    'tickets/show': {
      ticket: import('../app/tickets/ticket.ts').Ticket;
      replies: readonly { id: number; body: string; author: string; role: string; created_at: Date }[];
      files: readonly { id: number; reply_id: number | null; name: string; size: number }[];
      staff: boolean;
    };
  }
}
