// Written by `npx taproot types`: the names of this application, for the compiler. Do not edit it; run the command again.

import '@taproot/core';
import '@taproot/throttle';

declare module '@taproot/core' {
  interface RouteNames {
    account: '/account';
    'health.live': '/health/live';
    'health.ready': '/health/ready';
    home: '/';
    login: '/login';
    logout: '/logout';
    register: '/register';
  }
}

declare module '@taproot/throttle' {
  interface Limiters {
    codes: true;
    global: true;
    login: true;
    mails: true;
    passkeys: true;
  }
}
