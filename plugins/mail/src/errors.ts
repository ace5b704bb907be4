import { defineErrors } from '@taproot/core';

/** Errors of mail: configuration, messages, sending. */
export const errors = defineErrors({
  // Configuration
  E_MAIL_SETTING: {
    message: 'Configuration "{setting}" is {value}, but must be {expected}.{hint}',
    fix: 'Correct it in config/mail.ts, or remove it to keep its default.',
  },
  E_MAIL_TRANSPORT_UNKNOWN: {
    message: 'No transport "{name}" is registered.{hint}',
    fix: 'Register it with facades.Mail().extend("{name}", ...), in the apply() of a plugin or in withCallback().',
  },
  E_MAIL_TRANSPORT_TAKEN: {
    message: 'There is a mail transport "{name}" already.',
    fix: 'Give the transport another name.',
    placed: true,
  },
  // Messages
  E_MAIL_ADDRESS: {
    message: 'The mail has {value} in "{field}": {reason}.',
    fix: 'Give an address such as "ada@example.com", "Ada <ada@example.com>" or { name: "Ada", address: "ada@example.com" }. Judge addresses of users with the rule "email".',
    placed: true,
  },
  E_MAIL_MESSAGE: {
    message: 'The mail has {value} as its "{field}", but needs {expected}.{hint}',
    fix: 'Correct the message: mail({ to: "ada@example.com", subject: "Welcome", text: "Good to have you here." }).',
    placed: true,
  },
  E_MAIL_HEADER: {
    message: 'The mail has {value} in "{field}", which cannot be part of a header: {reason}.',
    fix: 'Judge input of users before it becomes a header, by a rule for one line: "required|string|not_regex:[\\\\r\\\\n]".',
    placed: true,
  },
  E_MAIL_PLUGIN: {
    message: 'The mail has a "{field}", but no plugin of this application provides it.',
    fix: 'Add {plugin} to withPlugins().',
    placed: true,
  },
  E_MAIL_FROM: {
    message: 'The mail has no sender.',
    fix: 'Set mail.from in config/mail.ts (MAIL_FROM), or give the message a "from".',
    placed: true,
  },
  E_MAIL_SIZE: {
    message: 'The mail has {bytes} bytes; a mail that waits in the queue may have {limit}.',
    fix: 'Attach files by their "path", send a link instead, or send it at once: send(message, { queue: false }).',
    placed: true,
  },
  // Sending
  E_MAIL_REFUSED: {
    message: 'The mail server refused the mail for good: {reason}',
    fix: 'See the answer of the server. Trying again does not help; look at the address, the sender and the size.',
  },
  E_MAIL_DEFERRED: {
    message: 'The mail server does not take the mail now: {reason}',
    fix: 'Try again later. With a queue, Taproot does.',
  },
  E_MAIL_UNREACHABLE: {
    message: 'The connection to the mail server failed: {reason}',
    fix: 'Check mail.transports in config/mail.ts (MAIL_HOST, MAIL_PORT), and whether the server runs.',
  },
  E_MAIL_TIMEOUT: {
    message: 'The transport "{transport}" did not send the mail within {seconds} s.',
    fix: 'Check whether the server is reachable, or raise mail.timeout. The server may have taken the mail all the same.',
  },
  E_MAIL_TLS: {
    message: 'The connection to the mail server could not be encrypted: {reason}',
    fix: 'Check the certificate of the server, its host name, and "tls" and "ca" of the transport in config/mail.ts.',
  },
  E_MAIL_LOGIN: {
    message: 'The mail server refused the user: {reason}',
    fix: 'Check MAIL_USER and MAIL_PASSWORD.',
  },
  E_MAIL_FAILED: {
    message: 'The mail could not be sent: {reason}',
    fix: 'See the cause below.',
  },
  E_MAIL_SOME_REFUSED: {
    message: 'The mail server took the mail, but not for {recipients}: {reason}',
    fix: 'Look at these addresses. The others got the mail.',
  },
  E_MAIL_ASSERTION: {
    message: '{message}',
    fix: 'Sent were: {sent}.',
  },
});
