import { auth } from '@taproot/auth';
import { consoleKernel } from '@taproot/console';
import { type SetupOptions, setup } from '@taproot/core';
import { type NoSteps, type Plugin } from '@taproot/core/plugin';
import { cors } from '@taproot/cors';
import { database } from '@taproot/database';
import { fastify } from '@taproot/fastify';
import { lang } from '@taproot/lang';
import { openapi } from '@taproot/openapi';
import { routing } from '@taproot/routing';
import { throttle } from '@taproot/throttle';
import { validation } from '@taproot/validation';
import { conduitProblems } from '../api/problems.ts';
import { handle } from '../app/facades.ts';
import { conduitErrors } from '../app/http/conduit-errors.ts';
import { api } from '../routes/api.ts';
import { config } from './config.ts';
import { limiters } from './limiters.ts';
import { policies } from './policies.ts';

const plugins = [consoleKernel(), routing(), fastify(), cors(), lang(), validation(), database(), throttle(), auth()];

/** `extra` plugins are for tests that need to look inside. */
export const boot = (options: SetupOptions = {}, extra: readonly Plugin<NoSteps>[] = []) =>
  setup(handle, { basePath: import.meta.url, ...options })
    .withPlugins([...plugins, openapi(), conduitErrors(), conduitProblems(), ...extra])
    .withConfig(config)
    .withPolicies(policies)
    .withCallback(limiters)
    .withRouting(api)
    .create();
