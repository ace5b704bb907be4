import type { Application } from '@taproot/core';
import { type Described, describeApplication } from '../../plugins/openapi/src/describe-application.ts';
import type { Built } from '../../plugins/openapi/src/document/build-document.ts';
import { declaredConfig } from './compiler-options.ts';

/** The document of an application of this repository, whose types are read by the declarations of the packages. */
export const describeFolder = async (app: Application, folder: string): Promise<Built> =>
  (await describeFolders(app, folder))[0];

/** All documents of an application, the first one first. */
export const describeFolders = async (
  app: Application,
  folder: string,
): Promise<readonly [first: Described, ...further: Described[]]> =>
  describeApplication(app, folder, { config: await declaredConfig(folder) });
