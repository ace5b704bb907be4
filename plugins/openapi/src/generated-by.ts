/** The first words of each generated file. The reader of types knows by them whose faults are none of the application. */
export const generatedBy = '// Made by `npx taproot openapi:write`';
