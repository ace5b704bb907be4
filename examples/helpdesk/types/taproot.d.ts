// Written by `npx taproot types`: the names of this application, for the compiler. Do not edit it; run the command again.

import '@taproot/core';
import '@taproot/lang';
import '@taproot/throttle';

declare module '@taproot/core' {
  interface RouteNames {
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
    'webhooks.store': '/api/webhooks';
  }
}

declare module '@taproot/lang' {
  interface LangKeys {
    'mails.answered': 'body' | 'name';
    'mails.answered_subject': 'id' | 'subject';
    'mails.waiting': 'id' | 'subject';
    'mails.waiting_subject': 'id' | 'subject';
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
    plan: true;
  }
}
