// Written by `npx taproot types`: the names of this application, for the compiler. Do not edit it; run the command again.

import '@taproot/auth';
import '@taproot/core';
import '@taproot/lang';
import '@taproot/throttle';

declare module '@taproot/auth' {
  interface DeclaredGuards {
    logins: 'refresh';
  }
}

declare module '@taproot/core' {
  interface RouteNames {
    'bookings.destroy': '/api/bookings/{booking}';
    'bookings.index': '/api/bookings';
    'bookings.show': '/api/bookings/{booking}';
    'bookings.store': '/api/rooms/{room}/bookings';
    'health.live': '/health/live';
    'health.ready': '/health/ready';
    'invoices.index': '/api/invoices';
    'invoices.show': '/api/invoices/{invoice}';
    login: '/api/login';
    logout: '/api/logout';
    me: '/api/me';
    refresh: '/api/refresh';
    register: '/api/register';
    'rooms.destroy': '/api/rooms/{room}';
    'rooms.events': '/api/rooms/{room}/events';
    'rooms.index': '/api/rooms';
    'rooms.photo': '/api/rooms/{room}/photo';
    'rooms.show': '/api/rooms/{room}';
    'rooms.store': '/api/rooms';
    'rooms.storePhoto': '/api/rooms/{room}/photo';
    'rooms.update': '/api/rooms/{room}';
  }
}

declare module '@taproot/lang' {
  interface LangKeys {
    'bookings.begun': never;
    'bookings.taken': 'room';
    'invoices.credit': 'number' | 'total';
    'invoices.subject': 'number';
    'invoices.text': 'number' | 'total';
    'rooms.booked': 'room';
    [key: `errors.${string}`]: string;
    [key: `pagination.${string}`]: string;
    [key: `validation.${string}`]: string;
  }
}

declare module '@taproot/throttle' {
  interface Limiters {
    api: true;
    bookings: true;
    login: true;
  }
}
