import { type FormEvent, useRef, useState } from 'react';
import { Button, Form, Input, Label, TextField } from 'react-aria-components';
import { usePageText } from '../language/page-text';
import { type DemoRole, demoPassword, demoRoles } from '../lms/demo-people';
import { LmsRefusal } from '../lms/lms-api';
import { useLogin } from '../lms/queries';
import styles from './login-form.module.css';

/** Signs in; the demo's people are one click away. */
export function LoginForm() {
  const text = usePageText();
  const login = useLogin();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useRef<HTMLButtonElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    login.mutate({ email: email.trim(), password });
  };
  const wrong = login.error instanceof LmsRefusal && login.error.status === 401;
  return (
    <div className={styles.entrance}>
      <Form className={styles.form ?? ''} onSubmit={submit}>
        <h1>{text('login.title')}</h1>
        <TextField className={styles.field ?? ''} type="email" value={email} onChange={setEmail} isRequired>
          <Label>{text('login.email')}</Label>
          <Input autoComplete="username" />
        </TextField>
        <TextField className={styles.field ?? ''} type="password" value={password} onChange={setPassword} isRequired>
          <Label>{text('login.password')}</Label>
          <Input autoComplete="current-password" />
        </TextField>
        {login.isError && (
          <p className={styles.error} role="alert">
            {text(wrong ? 'login.wrong' : 'login.failed')}
          </p>
        )}
        <Button ref={signIn} className={styles.submit ?? ''} type="submit" isDisabled={login.isPending}>
          {text('login.submit')}
        </Button>
      </Form>
      <DemoPeople
        chosen={email}
        onChoose={(address) => {
          setEmail(address);
          setPassword(demoPassword);
          // Nothing is left to fill in: Enter signs in.
          signIn.current?.focus();
        }}
      />
    </div>
  );
}

interface DemoPeopleProps {
  chosen: string;
  onChoose: (email: string) => void;
}

function DemoPeople({ chosen, onChoose }: DemoPeopleProps) {
  const text = usePageText();
  return (
    <section className={styles.demo} aria-labelledby="demo-people">
      <h2 id="demo-people">{text('login.demo')}</h2>
      <p>{text('login.demoHint')}</p>
      {demoRoles.map((role) => (
        <DemoPeopleOf key={role.role} role={role} chosen={chosen} onChoose={onChoose} />
      ))}
    </section>
  );
}

function DemoPeopleOf({ role: { role, people }, chosen, onChoose }: DemoPeopleProps & { role: DemoRole }) {
  const text = usePageText();
  return (
    <>
      <h3>{text(role)}</h3>
      <ul>
        {people.map(({ name, email, about }) => (
          <li key={email}>
            <Button className={styles.demoPerson ?? ''} aria-pressed={chosen === email} onPress={() => onChoose(email)}>
              <span>{`${name} – ${text(about)}`}</span>
              <span className={styles.address}>{email}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
