import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);
const debian = '/usr/lib/postgresql';
/** The line of `postmaster.pid` that has the port. */
const portLine = 3;
const heldMark = 'held';

/**
 * Runs statements in the private Postgres of an LMS that a story has started, for what no page can set; gives what the
 * last one finds, a line for each row.
 */
export async function execute(dataDir: string, sql: string): Promise<string> {
  const { options, env } = await connection(dataDir);
  const { stdout } = await run(psql(), [...options, `--command=${sql}`], { env });
  return stdout.trim();
}

/** Keeps what a statement locks, so that whoever writes there waits, until what is given back is called. */
export async function hold(dataDir: string, sql: string): Promise<() => Promise<void>> {
  const { options, env } = await connection(dataDir);
  const session = spawn(psql(), options, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(session, 'exit');
  session.stdin.write(`begin;\n${sql} \\g /dev/null\n\\echo ${heldMark}\n`);
  for await (const line of createInterface({ input: session.stdout })) {
    if (line === heldMark) {
      return async () => {
        session.stdin.end();
        await ended;
      };
    }
  }
  throw new Error(`nothing could be held: ${sql}`);
}

async function connection(dataDir: string): Promise<{ options: string[]; env: NodeJS.ProcessEnv }> {
  const version = (await readdir(dataDir)).find((name) => /^postgres-\d+$/.test(name));
  if (!version) throw new Error(`${dataDir} has no private Postgres`);
  const home = join(dataDir, version);
  const port = (await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[portLine]?.trim();
  const password = (await readFile(join(home, 'password'), 'utf8')).trim();
  const address = ['--host=127.0.0.1', `--port=${port}`, '--username=chatbot', '--dbname=chatbot'];
  const form = ['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '--set=ON_ERROR_STOP=1'];
  return { options: [...form, ...address], env: { ...process.env, PGPASSWORD: password } };
}

function psql(): string {
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...versions];
  const found = folders.map((folder) => join(folder, 'psql')).find((path) => existsSync(path));
  if (!found) throw new Error('psql is missing: it comes with PostgreSQL');
  return found;
}
