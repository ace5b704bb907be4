import { facades, middleware } from '../app/facades.ts';
import { AccountController } from '../app/http/controllers/account-controller.ts';
import { LoginController } from '../app/http/controllers/login-controller.ts';
import { PasskeyController } from '../app/http/controllers/passkey-controller.ts';
import { PasswordController } from '../app/http/controllers/password-controller.ts';
import { RegisterController } from '../app/http/controllers/register-controller.ts';
import { SignInController } from '../app/http/controllers/sign-in-controller.ts';
import { TwoFactorController } from '../app/http/controllers/two-factor-controller.ts';
import { notStored } from '../app/http/middleware/not-stored.ts';
import { recentlyConfirmed } from '../app/http/middleware/recently-confirmed.ts';

/** Pages and files for browsers. */
export const web = (): void => {
  const route = facades.Route();
  route.staticFile('/favicon.svg', 'public/favicon.svg');

  route.middleware(notStored, middleware.session()).group((pages) => {
    pages.get('/', (ctx) => ctx.response().view('home')).name('home');

    pages.get('/register', [RegisterController, 'show']).name('register');
    pages.middleware(middleware.throttle('mails')).post('/register', [RegisterController, 'send']);
    pages.get('/register/{token}', [RegisterController, 'showFinish']).name('register.finish');
    pages.post('/register/{token}', [RegisterController, 'finish']);

    pages.get('/login', [LoginController, 'show']).name('login');
    pages.middleware(middleware.throttle('login')).post('/login', [LoginController, 'login']);
    pages.post('/logout', [LoginController, 'logout']).name('logout');
    pages.get('/two-factor', [LoginController, 'showCode']).name('login.code');
    pages.middleware(middleware.throttle('codes')).post('/two-factor', [LoginController, 'code']);

    pages.get('/forgot-password', [PasswordController, 'show']).name('password.forgot');
    pages.middleware(middleware.throttle('mails')).post('/forgot-password', [PasswordController, 'send']);
    pages.get('/reset-password/{token}', [PasswordController, 'showReset']).name('password.reset');
    pages.post('/reset-password/{token}', [PasswordController, 'reset']);

    pages.post('/passkeys/options', [PasskeyController, 'loginOptions']);
    pages.middleware(middleware.throttle('passkeys')).post('/passkeys/login', [PasskeyController, 'login']);

    pages.get('/sign-in/{provider}', [SignInController, 'begin']).name('sign-in');
    pages.get('/sign-in/{provider}/callback', [SignInController, 'callback']);

    pages.middleware(middleware.auth()).group((inside) => {
      inside.get('/account', [AccountController, 'show']).name('account');
      inside.post('/account/name', [AccountController, 'name']).name('account.name');
      inside.get('/email/{token}', [AccountController, 'showEmail']).name('email.confirm');
      inside.post('/email/{token}', [AccountController, 'confirmEmail']);
      inside.get('/confirm', [LoginController, 'showConfirm']).name('confirm');
      inside.middleware(middleware.throttle('codes')).post('/confirm', [LoginController, 'confirm']);

      inside.middleware(recentlyConfirmed).group((safe) => {
        safe
          .middleware(middleware.throttle('mails'))
          .post('/account/email', [AccountController, 'email'])
          .name('account.email');
        safe.post('/account/password', [AccountController, 'password']).name('account.password');
        safe.post('/account/sessions/end', [AccountController, 'endSessions']).name('sessions.end');
        safe.post('/account/delete', [AccountController, 'delete']).name('account.delete');
        safe.get('/account/two-factor', [TwoFactorController, 'show']).name('two-factor');
        safe.middleware(middleware.throttle('codes')).post('/account/two-factor', [TwoFactorController, 'turnOn']);
        safe.post('/account/two-factor/off', [TwoFactorController, 'turnOff']).name('two-factor.off');
        safe.post('/account/recovery-codes', [TwoFactorController, 'newCodes']).name('two-factor.codes');
        safe.post('/account/passkeys/options', [PasskeyController, 'creationOptions']);
        safe.post('/account/passkeys', [PasskeyController, 'create']);
        safe.post('/account/passkeys/remove', [PasskeyController, 'remove']).name('passkeys.remove');
        safe.get('/account/links/{provider}', [SignInController, 'showLink']).name('links');
        safe.post('/account/links/remove', [SignInController, 'unlink']).name('links.remove');
      });
    });
  });
};
