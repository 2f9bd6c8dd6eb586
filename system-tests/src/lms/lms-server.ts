import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { execute, hold } from './database.ts';

const root = resolve(import.meta.dirname, '../../..');
const binary = join(root, 'target/debug/lms');
/** What is tested is the built pages; another build of them can be given. */
const pages = process.env.UI_DIR ?? join(root, 'services/course-ui/dist');
const logs = join(import.meta.dirname, '../../.results');

const startPatienceMs = 60_000;
const stopPatienceMs = 30_000;

/** A running demo LMS with a database of its own. */
export interface Lms {
  /** `http://127.0.0.1:…`, without a slash at the end. */
  url: string;
  /** Runs statements in its database; gives what the last one finds. */
  execute: (sql: string) => Promise<string>;
  /** Keeps what a statement locks until what is given back is called. */
  hold: (sql: string) => Promise<() => Promise<void>>;
  /** Stops it, and says so when it did not end well. */
  stop: () => Promise<void>;
  /** Stops it and starts it again with the same database; what there is then has another address. */
  restart: () => Promise<Lms>;
  /** Has it die in the middle of whatever it does, and starts it again at the same address. */
  crash: (whileItIsGone: () => Promise<void>) => Promise<Lms>;
}

/** Starts `lms serve` on a free port; its log goes to `.results`. */
export async function startLms(name: string, settings: Record<string, string> = {}): Promise<Lms> {
  for (const [path, make] of [[binary, 'cargo build -p lms'], [join(pages, 'index.html'), 'bin/build-pages']] as const) {
    if (!existsSync(path)) throw new Error(`${path} is missing: run ${make}`);
  }
  const home = await mkdtemp(join(tmpdir(), 'lms-'));
  try {
    return await serve(home, name, settings);
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
}

async function serve(home: string, name: string, settings: Record<string, string>): Promise<Lms> {
  const data = join(home, 'data');
  mkdirSync(logs, { recursive: true });
  const logPath = join(logs, `lms-${name}-${process.pid}.log`);
  const child = spawn(binary, ['serve'], {
    // Not where a `chatbot.toml` may lie.
    cwd: home,
    env: { ...inherited(), HOST: '127.0.0.1', PORT: '0', DATA_DIR: data, UI_DIR: pages, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.pipe(createWriteStream(logPath, { flags: 'a' }));
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  try {
    const url = await ready(child, ended, logPath);
    return {
      url,
      execute: (sql) => execute(data, sql),
      hold: (sql) => hold(data, sql),
      stop: () => stop(child, ended, logPath).finally(() => rm(home, { recursive: true, force: true })),
      restart: async () => {
        await stop(child, ended, logPath);
        return serve(home, name, settings);
      },
      crash: async (whileItIsGone) => {
        child.kill('SIGKILL');
        await ended;
        await whileItIsGone();
        return serve(home, name, { ...settings, PORT: new URL(url).port });
      },
    };
  } catch (error) {
    child.kill('SIGTERM');
    await ended;
    throw error;
  }
}

/** The environment without the developer's own settings of the LMS. */
function inherited(): NodeJS.ProcessEnv {
  const own = /^(DATABASE_URL|OPENAI_.*|CHATBOT_.*|JWT_.*|JWKS_URL|ALLOWED_ORIGINS|HOST|PORT|DATA_DIR|UI_DIR)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

async function ready(child: ChildProcess, ended: Promise<number | null>, logPath: string): Promise<string> {
  const { stdout } = child;
  if (!stdout) throw new Error('the LMS has no standard output');
  const announced = new Promise<string>((done) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const [, url] = /^Course Chatbot: (http:\S+)/.exec(line) ?? [];
      if (url) done(url.replace(/\/$/, ''));
    });
  });
  const died = ended.then(async (code) => {
    throw new Error(`the LMS ended with ${code} before it was ready\n${await readFile(logPath, 'utf8')}`);
  });
  return Promise.race([announced, died, refusal(startPatienceMs, `the LMS was not ready in time, see ${logPath}`)]);
}

async function stop(child: ChildProcess, ended: Promise<number | null>, logPath: string): Promise<void> {
  child.kill('SIGTERM');
  const code = await Promise.race([ended, refusal(stopPatienceMs, 'the LMS did not stop in time')]).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  if (code !== 0) throw new Error(`the LMS ended with ${code}, see ${logPath}`);
  const panic = /^.*panicked at.*$/m.exec(await readFile(logPath, 'utf8'));
  if (panic) throw new Error(`the LMS panicked, see ${logPath}: ${panic[0]}`);
}

/** Rejects after a while; does not keep the process alive. */
function refusal(afterMs: number, message: string): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error(message)), afterMs).unref());
}
