import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const debian = '/usr/lib/postgresql';
/** The line of `postmaster.pid` that has the port. */
const portLine = 3;

/**
 * Runs statements in the private Postgres of an LMS that a story has started, for what no page can set; gives what the
 * last one finds, a line for each row.
 */
export async function execute(dataDir: string, sql: string): Promise<string> {
  const version = (await readdir(dataDir)).find((name) => /^postgres-\d+$/.test(name));
  if (!version) throw new Error(`${dataDir} has no private Postgres`);
  const home = join(dataDir, version);
  const port = (await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[portLine]?.trim();
  const password = (await readFile(join(home, 'password'), 'utf8')).trim();
  const address = ['--host=127.0.0.1', `--port=${port}`, '--username=chatbot', '--dbname=chatbot'];
  const options = ['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '--set=ON_ERROR_STOP=1'];
  const { stdout } = await run(psql(), [...options, ...address, `--command=${sql}`], {
    env: { ...process.env, PGPASSWORD: password },
  });
  return stdout.trim();
}

function psql(): string {
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...versions];
  const found = folders.map((folder) => join(folder, 'psql')).find((path) => existsSync(path));
  if (!found) throw new Error('psql is missing: it comes with PostgreSQL');
  return found;
}
