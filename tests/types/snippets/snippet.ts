/** A line of an application. `says` is what its one error tells the reader; none for a line that compiles. */
export interface Snippet {
  readonly code: string;
  readonly says: RegExp | null;
}

/** Wrong lines: the code, and what the compiler must say of it. */
export type WrongLines = readonly (readonly [code: string, says: RegExp])[];

/** What every line may use: an application that declares its names. */
export const prelude = String.raw`
import { type Application, type Context, defineConfig, defineMiddleware, type Middleware, type MiddlewareFactories, orNotFound, type ResourceController, setup } from '@taproot/core';
import { type HandlerResult, definePlugin } from '@taproot/core/plugin';
import type { Lang } from '@taproot/lang';
import { type GlobalMiddleware, routing, type RootRouter } from '@taproot/routing';
import { limit, throttle } from '@taproot/throttle';
import { database } from '@taproot/database';
import {
  type Data, defineFilters as filters, defineRules as rules, FormRequest, formRequest, type InferForm, type InferRaw,
  type InferSent, type InferValidated, Rule, type RulesInput, type Validation, type Validator, validation as validationPlugin,
} from '@taproot/validation';
import vine from '@vinejs/vine';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';

declare const ctx: Context;
declare const app: Application;
declare const validation: Validation;
declare const route: RootRouter;
declare const stack: GlobalMiddleware;
declare const room: { id: number };
declare const maybe: { id: number } | undefined;
declare const middleware: MiddlewareFactories;
declare const lang: Lang;
declare const text: string;
declare const texts: string[];
declare const number: number;
declare const yes: boolean;
declare const loose: Record<string, unknown>;
declare const lists: Record<string, string[]>;
declare const promise: Promise<{ a: number }>;
const postSchema = z.object({ title: z.string(), seats: z.coerce.number().default(1) });
const pairSchema = v.object({ title: v.pipe(v.string(), v.transform((text) => text.length)), note: v.optional(v.string()) });
const arkedSchema = type({ title: 'string', 'seats?': 'number' });
const vinedSchema = vine.create(vine.object({ title: vine.string(), seats: vine.number() }));
declare const exactly: <T>(value: T) => void;
`;
