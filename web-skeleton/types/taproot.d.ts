// Written by `npx taproot types`: the names of this application, for the compiler. Do not edit it; run the command again.

import '@taproot/core';
import '@taproot/throttle';
import '@taproot/views';

declare module '@taproot/core' {
  interface RouteNames {
    account: '/account';
    'account.delete': '/account/delete';
    'account.email': '/account/email';
    'account.name': '/account/name';
    'account.password': '/account/password';
    confirm: '/confirm';
    'email.confirm': '/email/{token}';
    'health.live': '/health/live';
    'health.ready': '/health/ready';
    home: '/';
    links: '/account/links/{provider}';
    'links.remove': '/account/links/remove';
    login: '/login';
    'login.code': '/two-factor';
    logout: '/logout';
    'passkeys.remove': '/account/passkeys/remove';
    'password.forgot': '/forgot-password';
    'password.reset': '/reset-password/{token}';
    register: '/register';
    'register.finish': '/register/{token}';
    'sessions.end': '/account/sessions/end';
    'sign-in': '/sign-in/{provider}';
    'two-factor': '/account/two-factor';
    'two-factor.codes': '/account/recovery-codes';
    'two-factor.off': '/account/two-factor/off';
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

declare module '@taproot/views' {
  interface Views {
    'account/confirm-email': { token: string; email: string };
    'account/link': { provider: string; address: string };
    'account/recovery-codes': { codes: readonly string[] };
    'account/show': {
      twoFactor: boolean;
      recoveryCodes: number;
      passkeys: readonly import('@taproot/account').Passkey[];
      providers: readonly import('@taproot/account').Provider[];
      linked: readonly string[];
      sessions: readonly { id: string; began: number; touched: number; isCurrent: boolean }[];
    };
    'account/two-factor': { setup: import('@taproot/account').TwoFactorSetup };
    'entrance/bad-link': {};
    'entrance/confirm': { hasPassword: boolean };
    'entrance/finish-registration': { token: string; email: string };
    'entrance/forgot-password': {};
    'entrance/login': { providers: readonly import('@taproot/account').Provider[] };
    'entrance/register': { providers: readonly import('@taproot/account').Provider[] };
    'entrance/reset-password': { token: string };
    'entrance/two-factor': {};
    home: {};
    'layouts/page': { title: string; body: string };
    'parts/button': {
      action: string;
      label: string;
      kind?: '' | 'quiet' | 'danger';
      hidden?: Readonly<Record<string, string>>;
    };
    'parts/current-password': {};
    'parts/email': {};
    'parts/error': { name: string };
    'parts/field': {
      name: string;
      label: string;
      autocomplete: string;
      type?: 'text' | 'email' | 'password';
      value?: string;
      hint?: string;
      inputmode?: 'text' | 'email' | 'numeric';
    };
    'parts/new-password': {};
    'parts/passkey-login': { label: string };
    'parts/providers': { providers: readonly import('@taproot/account').Provider[] };
    'parts/time': { date: Date };
  }
}
