// Written by `npx taproot types`: the names of this application, for the compiler. Do not edit it; run the command again.

import '@taproot/throttle';

declare module '@taproot/throttle' {
  interface Limiters {
    login: true;
  }
}
