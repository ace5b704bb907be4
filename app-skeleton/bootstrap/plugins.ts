import { consoleKernel } from '@taproot/console';
import { cors } from '@taproot/cors';
import { lang } from '@taproot/lang';
import { routing } from '@taproot/routing';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { posts } from '../app/plugins/posts.ts';

/** What this application is made of. A plugin added here brings its facades, middleware, configuration and commands. */
export const plugins = [consoleKernel(), routing(), cors(), throttle(), lang(), validation(), posts()];
