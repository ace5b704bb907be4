import { dirname } from 'node:path';
import type ts from '@typescript/typescript6';
import { Checker } from './checker.ts';

type Classic = typeof ts;

/** A diagnostic in the form of TypeScript 7. */
interface Fault {
  readonly fileName: string | undefined;
  readonly pos: number;
  readonly text: string;
}

/** A project that TypeScript 6 has opened, with the calls of TypeScript 7. */
export class Project {
  readonly program: {
    readonly getSourceFile: (file: string) => ts.SourceFile | undefined;
    readonly getSourceFileNames: () => readonly string[];
    readonly getConfigFileParsingDiagnostics: () => readonly Fault[];
    readonly getSyntacticDiagnostics: () => readonly Fault[];
    readonly getSemanticDiagnostics: (file: string) => readonly Fault[];
  };
  readonly #ts: Classic;
  readonly #program: ts.Program;
  #checker: Checker | null = null;

  constructor(classic: Classic, config: string) {
    this.#ts = classic;
    const { fileNames, options, projectReferences, errors } = this.#parse(config);
    // Reads the sources of referenced projects instead of their compiled files, as editors do.
    const host = { ...classic.createCompilerHost(options), useSourceOfProjectReferenceRedirect: () => true };
    const references = projectReferences === undefined ? {} : { projectReferences };
    this.#program = classic.createProgram({ rootNames: fileNames, options, host, ...references });
    this.program = {
      getSourceFile: (file) => this.#program.getSourceFile(file),
      getSourceFileNames: () => this.#program.getSourceFiles().map(({ fileName }) => fileName),
      getConfigFileParsingDiagnostics: () => errors.map((error) => this.#fault(error)),
      getSyntacticDiagnostics: () => this.#program.getSyntacticDiagnostics().map((error) => this.#fault(error)),
      getSemanticDiagnostics: (file) =>
        this.#program.getSemanticDiagnostics(this.#program.getSourceFile(file)).map((error) => this.#fault(error)),
    };
  }

  get checker(): Checker {
    this.#checker ??= new Checker(this.#ts, this.#program.getTypeChecker());
    return this.#checker;
  }

  /** Does nothing, because there is no process to end. */
  close(): void {}

  #parse(config: string): ts.ParsedCommandLine {
    const unrecoverable: ts.Diagnostic[] = [];
    const host = {
      ...this.#ts.sys,
      getCurrentDirectory: () => dirname(config),
      onUnRecoverableConfigFileDiagnostic: (error: ts.Diagnostic) => void unrecoverable.push(error),
    };
    const parsed = this.#ts.getParsedCommandLineOfConfigFile(config, {}, host);
    return parsed ?? { fileNames: [], options: {}, errors: unrecoverable };
  }

  #fault({ file, start = 0, messageText }: ts.Diagnostic): Fault {
    return { fileName: file?.fileName, pos: start, text: this.#ts.flattenDiagnosticMessageText(messageText, ' ') };
  }
}
