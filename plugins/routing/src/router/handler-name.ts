import type { Handler, ResourceController } from '@taproot/core';

/** How listings call a handler: `PostController.index` for an action, a function's name, or `closure`. */
export const handlerName = (handler: Handler | ResourceController, action = ''): string => {
  if (typeof handler === 'function') return handler.name === '' ? 'closure' : handler.name.replace(/^bound /, '');
  const owner: unknown = handler.constructor;
  const name = typeof owner === 'function' && owner !== Object ? owner.name : 'controller';
  return `${name}.${action}`;
};
