declare const compilePrograms: () => Promise<void>;
export default compilePrograms;
