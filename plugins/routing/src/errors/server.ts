import { defineErrors } from '@taproot/core';

/** Errors of the server: settings, addresses, certificates. */
export const serverErrors = defineErrors({
  E_HTTP_SETTING: {
    message: 'Configuration "http.{setting}" is {value}, but must be {expected}.',
    fix: 'Correct it in config/http.ts or in the options of routing(), or remove it to keep its default.',
  },
  E_PORT_IN_USE: {
    message: 'The server cannot listen on {address}: the port is in use.',
    fix: 'Stop the program that listens there, or set PORT (http.port) to another port; 0 picks a free one.',
  },
  E_PORT_NONE_FREE: {
    message: 'The server cannot listen on {address}: the system found no free port.',
    fix: 'Close programs that hold many connections, widen the range of ports of the system, or set PORT (http.port) to a port that is free.',
  },
  E_PORT_FORBIDDEN: {
    message: 'The server is not allowed to listen on {address}.',
    fix: 'Ports below 1024 need privileges. Set PORT (http.port) to a higher port, and let a proxy listen on the low one.',
  },
  E_PORT_INVALID: {
    message: 'The server cannot listen on {address}: there is no such port.',
    fix: 'Set PORT (http.port) to a whole number from 0 to 65535.',
  },
  E_HOST_UNKNOWN: {
    message: 'The server cannot listen on {address}: this machine has no such address.',
    fix: 'Set HOST (http.host) to an address of this machine: 127.0.0.1 for this machine only, 0.0.0.0 or :: for all networks.',
  },
  E_SERVER_OPENED: {
    message: 'This server was already opened or closed.',
    fix: 'Open a server once. After close(), create a new one.',
  },
  E_TLS_FILE: {
    message: '{setting} "{file}" cannot be used: {reason}.',
    fix: 'Give http.tls.cert and http.tls.key the PEM files of a certificate and of its key, or leave both null for plain HTTP.',
  },
  E_TRUSTED_PROXY: {
    message: 'http.trusted_proxies contains "{proxy}", which is not an address, a CIDR range or a number of proxies.',
    fix: 'List addresses and ranges such as "10.0.0.0/8", or give the number of proxies in front of the server.',
  },
  E_TRUSTED_HOST: {
    message: 'http.trusted_hosts contains "{host}", which is not a host name.',
    fix: 'Give names without scheme, port or path: "example.com", or "*.example.com" for all its subdomains.',
  },
  E_DRIVER_FIND: {
    message: 'find() of the driver "{driver}" failed.',
    fix: 'This is a fault of the driver, which has to answer every path and method. Report it to its author with the cause of this error.',
  },
  E_FETCH_ADDRESS: {
    message: 'fetch() got the ip {ip}, but it must be an IP address.',
    fix: 'Give the address of the client without a port, or leave it out.',
    placed: true,
  },
  E_TRACE_SERVER: {
    message: 'No devtools answer at {url}: {reason}.',
    fix: 'Start the server with `npm run dev`, with devtools() of @taproot/devtools in its plugins and `app.debug` on. If it is at another address, or has no APP_KEY, give the address that it prints: --url "http://127.0.0.1:<port>/_taproot?token=...".',
  },
});
