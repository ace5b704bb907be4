export { type FakeWebhooks, fakeWebhooks } from './fake-webhooks.ts';
export { replaceDns } from './replace-dns.ts';
export { type SignedRequest, signWebhook } from './sign-webhook.ts';
