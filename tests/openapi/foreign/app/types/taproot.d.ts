// What `npx taproot types` writes of the guards of this application; its routes and limiters are not declared.

import '@taproot/auth';

declare module '@taproot/auth' {
  interface DeclaredGuards {
    logins: 'refresh';
  }
}
