import { defineErrors } from '@taproot/core';

/** Errors of webhooks: configuration, sending, receiving. */
export const errors = defineErrors({
  // Configuration
  E_WEBHOOK_SETTING: {
    message: 'Configuration "webhooks.{setting}" is {value}, but must be {expected}.{hint}',
    fix: 'Correct it in config/webhooks.ts, or remove it to keep its default.',
  },
  E_WEBHOOK_SOURCE: {
    message: 'middleware.webhook() got {value}, but webhooks.sources has no such member.{hint}',
    fix: 'Add it to config/webhooks.ts: sources: { stripe: { provider: "stripe", secrets: [env("STRIPE_WEBHOOK_SECRET", "")] } }.',
    placed: true,
  },
  E_WEBHOOK_TYPE: {
    message: 'A webhook has {value} as its type, but needs a name such as "order.paid".',
    fix: 'Give it 1 to 100 letters, digits, dots, underscores or dashes: webhook("order.paid").',
    placed: true,
  },
  E_WEBHOOK_DECLARED: {
    message: 'withWebhooks() got {value}, but takes a list of what webhook() returns, each type once.',
    fix: 'List your declarations: withWebhooks([orderPaid, orderShipped]).',
    placed: true,
  },
  E_WEBHOOK_DATABASE: {
    message: 'Webhooks are sent from a table, but no plugin of this application provides a database.',
    fix: 'Add database() of @taproot/database to withPlugins(). To receive webhooks you need none.',
    placed: true,
  },
  E_WEBHOOK_QUEUE: {
    message: 'Webhooks are sent by the queue, but no plugin of this application provides one.',
    fix: 'Add queue() of @taproot/queue to withPlugins(). To receive webhooks you need none.',
    placed: true,
  },
  E_WEBHOOK_TABLE_EXISTS: {
    message: '{file} creates the tables of webhooks already.',
    fix: 'Run it with `npx taproot migrate`.',
  },
  // Endpoints
  E_WEBHOOK_URL: {
    message: 'A webhook endpoint cannot have the address {url}: {reason}.',
    fix: 'Use an https address of a public host. For a receiver on your own machine or network, add its host to webhooks.allow_hosts.',
    status: 422,
    placed: true,
  },
  E_WEBHOOK_SECRET: {
    message: 'The secret of a webhook must be "whsec_" and 24 to 64 bytes in base64.',
    fix: 'Leave it out: a random secret is made and returned.',
    placed: true,
  },
  E_WEBHOOK_SEALED: {
    message: 'The secrets of the webhook endpoint {endpoint} cannot be decrypted.',
    fix: 'Add crypt() of @taproot/crypt to withPlugins(), and the APP_KEY that encrypted them to APP_PREVIOUS_KEYS; or give the endpoint a new secret with rotate().',
  },
  E_WEBHOOK_UNKNOWN: {
    message: 'There is no webhook {kind} with the id {id}.',
    fix: 'List them with `npx taproot webhook:list`.',
    placed: true,
  },
  E_WEBHOOK_SIZE: {
    message: 'The webhook "{type}" has {bytes} bytes as JSON; {limit} are allowed.',
    fix: 'Send an id, and let the receiver ask your API for the rest.',
    placed: true,
  },
  // Sending
  E_WEBHOOK_PRIVATE: {
    message: '{host} is the address {address}, which is not public, so nothing was sent.',
    fix: 'Webhooks must not reach into your network. If this receiver is yours, add its host to webhooks.allow_hosts.',
  },
  E_WEBHOOK_STATUS: {
    message: 'The endpoint answered {status}.',
    fix: 'A receiver must answer 2xx. Redirects are not followed: register the address to which they lead.',
  },
  E_WEBHOOK_UNREACHABLE: {
    message: 'The endpoint could not be reached: {reason}',
    fix: 'The cause has the error of the connection.',
  },
  E_WEBHOOK_TIMEOUT: {
    message: 'The endpoint did not answer within {seconds} s.',
    fix: 'A receiver must answer first and work later. Raise webhooks.timeout if all of yours are slow.',
  },
  E_WEBHOOK_FAILED: {
    message: 'The webhook {id} "{type}" to {host} failed for good after {attempts} attempts: {reason}',
    fix: 'When the receiver works again, send it once more: `npx taproot webhook:replay {id}`.',
  },
  E_WEBHOOK_PAUSED: {
    message: 'The webhook endpoint {endpoint} ({host}) is paused: {reason}',
    fix: 'Tell its owner. Its webhooks are held. `facades.Webhooks().resume(id)` or `npx taproot webhook:resume {endpoint}` sends them.',
  },
  // Receiving
  E_WEBHOOK_UNSIGNED: {
    message: 'The webhook has no signature.',
    fix: 'Send the headers of the provider: {headers}.',
    status: 400,
  },
  E_WEBHOOK_MALFORMED: {
    message: 'The signature headers of the webhook are not valid.',
    fix: 'Send the headers of the provider, each of them once.',
    status: 400,
  },
  E_WEBHOOK_EXPIRED: {
    message: 'The time of the webhook is too far from now.',
    fix: 'Send it when you sign it, and set the clock of your server.',
    status: 400,
  },
  E_WEBHOOK_SIGNATURE: {
    message: 'The signature of the webhook is not valid.',
    fix: 'Sign the body as it is sent, with the secret of this endpoint.',
    status: 401,
  },
  E_WEBHOOK_REPLAYED: {
    message: 'This webhook was received before.',
    fix: 'Sign it anew to send it again.',
    status: 409,
  },
  E_WEBHOOK_MEMORY: {
    message: 'Redis does not answer, so this process alone remembers which webhooks were received: {reason}',
    fix: 'Look at the Redis server, or set webhooks.memory to "memory" if one process is enough. Until it answers, another process would accept a webhook a second time.',
  },
  E_WEBHOOKS_ASSERTION: {
    message: '{message}',
    fix: 'Sent were: {sent}.',
  },
});
