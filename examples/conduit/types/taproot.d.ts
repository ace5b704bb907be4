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
    'articles.destroy': '/api/articles/{slug}';
    'articles.favorite': '/api/articles/{slug}/favorite';
    'articles.feed': '/api/articles/feed';
    'articles.index': '/api/articles';
    'articles.show': '/api/articles/{slug}';
    'articles.store': '/api/articles';
    'articles.unfavorite': '/api/articles/{slug}/favorite';
    'articles.update': '/api/articles/{slug}';
    'comments.destroy': '/api/articles/{slug}/comments/{id}';
    'comments.index': '/api/articles/{slug}/comments';
    'comments.store': '/api/articles/{slug}/comments';
    'profiles.follow': '/api/profiles/{username}/follow';
    'profiles.show': '/api/profiles/{username}';
    'profiles.unfollow': '/api/profiles/{username}/follow';
    'tags.index': '/api/tags';
    'users.logIn': '/api/users/login';
    'users.register': '/api/users';
    'users.show': '/api/user';
    'users.update': '/api/user';
  }
}

declare module '@taproot/throttle' {
  interface Limiters {
    login: true;
  }
}
