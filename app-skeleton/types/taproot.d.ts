// Written by `npx taproot types`: the names of this application, for the compiler. Do not edit it; run the command again.

import '@taproot/auth';
import '@taproot/core';
import '@taproot/throttle';

declare module '@taproot/auth' {
  interface DeclaredGuards {
    logins: 'refresh';
  }
}

declare module '@taproot/core' {
  interface RouteNames {
    api: '/api';
    'attachments.show': '/api/posts/{id}/attachments/{name}';
    'attachments.store': '/api/posts/{id}/attachments';
    'health.live': '/health/live';
    'health.ready': '/health/ready';
    home: '/';
    login: '/api/login';
    logout: '/api/logout';
    me: '/api/me';
    'posts.destroy': '/api/posts/{id}';
    'posts.index': '/api/posts';
    'posts.show': '/api/posts/{id}';
    'posts.store': '/api/posts';
    'posts.update': '/api/posts/{id}';
    refresh: '/api/refresh';
    register: '/api/register';
  }
}

declare module '@taproot/throttle' {
  interface Limiters {
    api: true;
    global: true;
    login: true;
  }
}
