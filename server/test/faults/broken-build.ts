import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'

interface Patch {
  readonly file: string
  readonly from: string
  readonly to: string
}

/** A fault test must detect each missing safeguard. */
export const BROKEN = {
  'no sync of folders': {
    file: 'main.disk-blob-writer.chunk.js',
    from: 'await syncDirectory(dirname(this.#path));',
    to: '',
  },
  'answers before slow commits': {
    file: 'main.js',
    from: 'db.transaction().setIsolationLevel("read committed").execute((tx) => gatherNotices(tx, work))',
    to: 'new Promise((resolve, reject) => db.transaction().setIsolationLevel("read committed").execute(async (tx) => { const result = await gatherNotices(tx, work); setTimeout(resolve, 500, result); return result; }).then(resolve, reject))',
  },
  'no fence of mails': {
    file: 'main.js',
    from: 'status: "sent",\n\t\tsealed: null,\n\t\tsent_at: at,',
    to: 'sent_at: at,',
  },
} as const satisfies Record<string, Patch>

export async function withBroken<T>(
  name: keyof typeof BROKEN,
  work: (build: string) => Promise<T>,
): Promise<T> {
  // Programs find packages only inside `.build`.
  const build = path.join(PROJECT_ROOT, '.build', `server-with-${name.replaceAll(' ', '-')}`)
  const { file, from, to } = BROKEN[name]
  rmSync(build, { recursive: true, force: true })
  execFileSync('cp', ['-a', path.join(PROJECT_ROOT, '.build/server'), build])
  try {
    const patched = path.join(build, file)
    const parts = readFileSync(patched, 'utf8').split(from)
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`)
    writeFileSync(patched, parts.join(to))
    return await work(build)
  } finally {
    rmSync(build, { recursive: true, force: true })
  }
}
