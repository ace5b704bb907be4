// Pages work without script, except passkeys: only pages with buttons for them load it.
if (document.querySelector('[data-passkey]') !== null) void import('./scripts/passkeys.ts');
