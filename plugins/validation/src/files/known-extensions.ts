const groups = [
  'png jpg gif webp tif bmp ico avif heic heif svg',
  'wav ogg flac mp3 m4a',
  'avi mov mp4 webm mkv',
  'pdf docx xlsx pptx odt ods odp epub',
  'gz 7z rar bz2 zip',
  'xml html json csv txt',
];

/** The extensions of types that are recognised by their content; a file is never of another, whatever it is called. */
export const knownExtensions: readonly string[] = groups.flatMap((group) => group.split(' '));
