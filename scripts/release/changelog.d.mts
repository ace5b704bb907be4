export const isReleased: (text: string, version: string) => boolean;
export const withRelease: (text: string, version: string, day: string) => string;
export const notesOf: (text: string, version: string) => string;
