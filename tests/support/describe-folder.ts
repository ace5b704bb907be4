import type { Application } from '@taproot/core';
import { describeApplication } from '../../plugins/openapi/src/describe-application.ts';
import type { Built } from '../../plugins/openapi/src/document/build-document.ts';
import { declaredConfig } from './compiler-options.ts';

/** The document of an application of this repository, whose types are read by the declarations of the packages. */
export const describeFolder = async (app: Application, folder: string): Promise<Built> =>
  describeApplication(app, folder, { config: await declaredConfig(folder) });
