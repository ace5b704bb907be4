import '@taproot/database';

// Tables that tests name in rules, which take declared ones only, once some are declared.
declare module '@taproot/database' {
  interface Tables {
    users: { id: number; uid: number; email: string; tenant: number; active: boolean };
    t: { id: number; c: string };
  }
}
