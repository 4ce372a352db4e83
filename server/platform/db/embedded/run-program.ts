import { spawn } from 'node:child_process'

/** Secrets and PG* variables are absent. */
export const PROGRAM_ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

export interface ProgramResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface SpawnIds {
  readonly uid?: number
  readonly gid?: number
}

/** Runs in `/` and never rejects. */
export async function runProgram(
  words: readonly string[],
  ids: SpawnIds = {},
): Promise<ProgramResult> {
  try {
    return await collect(words, ids)
  } catch (error) {
    return { code: null, stdout: '', stderr: String(error) }
  }
}

function collect(words: readonly string[], ids: SpawnIds): Promise<ProgramResult> {
  const [program = '', ...args] = words
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...ids,
      cwd: '/',
      env: PROGRAM_ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk
    })
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}
