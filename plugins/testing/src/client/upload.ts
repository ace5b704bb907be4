type Fields = Readonly<Record<string, string | readonly string[]>>;
type Files = Readonly<Record<string, File | readonly File[]>>;

const listed = <Value>(value: Value | readonly Value[]): readonly Value[] => [value].flat() as Value[];

/** A multipart body: `post('/posts', upload({ title: 'Hello' }, { cover: new File([bytes], 'cover.png') }))`. */
export const upload = (fields: Fields, files: Files): FormData => {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of listed(values)) form.append(name, value);
  }
  for (const [name, values] of Object.entries(files)) {
    for (const file of listed(values)) form.append(name, file);
  }
  return form;
};
