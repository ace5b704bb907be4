import { facades, middleware } from '../app/facades.ts';
import { AccountController } from '../app/http/controllers/account-controller.ts';
import { LoginController } from '../app/http/controllers/login-controller.ts';
import { PasskeyController } from '../app/http/controllers/passkey-controller.ts';
import { PasswordController } from '../app/http/controllers/password-controller.ts';
import { RegisterController } from '../app/http/controllers/register-controller.ts';
import { SignInController } from '../app/http/controllers/sign-in-controller.ts';
import { TwoFactorController } from '../app/http/controllers/two-factor-controller.ts';
import { recentlyConfirmed } from '../app/http/middleware/recently-confirmed.ts';
import { home } from '../app/http/pages/entrance.ts';
import { show } from '../app/http/pages/layout.ts';

/** Pages and files for browsers. */
export const web = (): void => {
  const route = facades.Route();
  route.static('/assets', 'public/assets');
  route.staticFile('/favicon.svg', 'public/favicon.svg');

  route.middleware(middleware.session()).group((pages) => {
    pages.get('/', (ctx) => show(ctx, home())).name('home');

    pages.get('/register', [RegisterController, 'show']).name('register');
    pages.middleware(middleware.throttle('mails')).post('/register', [RegisterController, 'send']);
    pages.get('/register/{token}', [RegisterController, 'showFinish']);
    pages.post('/register/{token}', [RegisterController, 'finish']);

    pages.get('/login', [LoginController, 'show']).name('login');
    pages.middleware(middleware.throttle('login')).post('/login', [LoginController, 'login']);
    pages.post('/logout', [LoginController, 'logout']).name('logout');
    pages.get('/two-factor', [LoginController, 'showCode']);
    pages.middleware(middleware.throttle('codes')).post('/two-factor', [LoginController, 'code']);

    pages.get('/forgot-password', [PasswordController, 'show']);
    pages.middleware(middleware.throttle('mails')).post('/forgot-password', [PasswordController, 'send']);
    pages.get('/reset-password/{token}', [PasswordController, 'showReset']);
    pages.post('/reset-password/{token}', [PasswordController, 'reset']);

    pages.post('/passkeys/options', [PasskeyController, 'loginOptions']);
    pages.middleware(middleware.throttle('passkeys')).post('/passkeys/login', [PasskeyController, 'login']);

    pages.get('/sign-in/{provider}', [SignInController, 'begin']);
    pages.get('/sign-in/{provider}/callback', [SignInController, 'callback']);

    pages.middleware(middleware.auth()).group((inside) => {
      inside.get('/account', [AccountController, 'show']).name('account');
      inside.post('/account/name', [AccountController, 'name']);
      inside.get('/email/{token}', [AccountController, 'showEmail']);
      inside.post('/email/{token}', [AccountController, 'confirmEmail']);
      inside.get('/confirm', [LoginController, 'showConfirm']);
      inside.middleware(middleware.throttle('codes')).post('/confirm', [LoginController, 'confirm']);

      inside.middleware(recentlyConfirmed).group((safe) => {
        safe.middleware(middleware.throttle('mails')).post('/account/email', [AccountController, 'email']);
        safe.post('/account/password', [AccountController, 'password']);
        safe.post('/account/sessions/end', [AccountController, 'endSessions']);
        safe.post('/account/delete', [AccountController, 'delete']);
        safe.get('/account/two-factor', [TwoFactorController, 'show']);
        safe.middleware(middleware.throttle('codes')).post('/account/two-factor', [TwoFactorController, 'turnOn']);
        safe.post('/account/two-factor/off', [TwoFactorController, 'turnOff']);
        safe.post('/account/recovery-codes', [TwoFactorController, 'newCodes']);
        safe.post('/account/passkeys/options', [PasskeyController, 'creationOptions']);
        safe.post('/account/passkeys', [PasskeyController, 'create']);
        safe.post('/account/passkeys/remove', [PasskeyController, 'remove']);
        safe.get('/account/links/{provider}', [SignInController, 'showLink']);
        safe.post('/account/links/remove', [SignInController, 'unlink']);
      });
    });
  });
};
