import type { InputHTMLAttributes, SubmitEvent } from 'react';
import { useEffect, useId, useRef } from 'react';
import { wordsFor } from './boundary.tsx';

interface FieldOptions extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** Lines of a text area. Without it, the field is a single line. */
  readonly rows?: number;
  readonly value?: string | undefined;
  /** Shown until there is a message. */
  readonly hint?: string;
}

type Messages = Readonly<Partial<Record<string, readonly string[]>>>;

interface Props<Name extends string> {
  readonly fields: Readonly<Record<Name, FieldOptions>>;
  readonly action: string;
  /** The mutation that the form starts. */
  readonly state: {
    readonly isPending: boolean;
    readonly error: (Error & { result: { errors?: Messages | undefined } }) | null;
  };
  readonly onSubmit: (values: Readonly<Record<Name, string>>) => void;
}

/** A form whose messages come from the server. Messages of a field are shown at it, all others above the form. */
export const Form = <Name extends string>({ fields, action, state, onSubmit }: Props<Name>) => {
  const form = useRef<HTMLFormElement>(null);
  const { error, isPending } = state;
  const errors = error?.result.errors;
  const names = Object.keys(fields) as Name[];
  const others = Object.entries(errors ?? {}).filter(([name]) => !(name in fields));

  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);

  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(form.current ?? undefined));
    onSubmit(values as Record<Name, string>);
  };

  return (
    <form ref={form} onSubmit={submit} noValidate>
      {error !== null && (errors === undefined || others.length > 0) && (
        <p className="alert" role="alert">
          {others.map(([name, [message = ''] = []]) => sentence(name, message)).join(' ') || wordsFor(error)}
        </p>
      )}
      {names.map((name) => (
        <Field key={name} name={name} {...fields[name]} messages={errors?.[name]} />
      ))}
      <button type="submit" disabled={isPending}>
        {action}
      </button>
    </form>
  );
};

interface FieldProps extends FieldOptions {
  readonly name: string;
  readonly messages: readonly string[] | undefined;
}

const Field = ({ label, rows, value, hint, messages, ...input }: FieldProps) => {
  const id = useId();
  const shared = { id, defaultValue: value, 'aria-invalid': messages !== undefined, 'aria-describedby': `${id}-said` };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? (
        <input {...input} {...shared} />
      ) : (
        <textarea name={input.name} placeholder={input.placeholder} rows={rows} {...shared} />
      )}
      <p id={`${id}-said`} className={messages === undefined ? 'hint' : 'hint error'} aria-live="polite">
        {messages?.map((message) => sentence(label, message)).join(' ') ?? hint}
      </p>
    </div>
  );
};

// Conduit says "invalid" and "can't be blank" without the name of the field.
const sentence = (name: string, message: string): string => {
  if (name === 'credentials') return 'The email or the password is wrong.';
  return `${name} ${message === 'invalid' ? 'is invalid' : message}.`;
};
