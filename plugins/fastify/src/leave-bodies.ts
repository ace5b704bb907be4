import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

// The media types that Fastify accepts (RFC 9110 8.3.1).
const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

const hidden = new WeakMap<IncomingMessage, string>();

/** Has Fastify leave the bodies of a scope's requests unread, whatever their type: they are read lazily, by us. */
export const leaveBodies = (scope: FastifyInstance): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // Fastify refuses a malformed type before any handler; here a body that is never read may have any type.
  scope.addHook('preParsing', ({ raw }, _reply, payload, done) => {
    const type = raw.headers['content-type'];
    if (type !== undefined && type !== '' && !mediaType.test(type)) {
      hidden.set(raw, type);
      raw.headers['content-type'] = 'application/octet-stream';
    }
    done(null, payload);
  });
};

/** Restores the malformed content type of a request, which was hidden from Fastify. */
export const restoreType = (req: IncomingMessage): void => {
  const type = hidden.get(req);
  if (type !== undefined) req.headers['content-type'] = type;
};
