import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../server/platform/config/project-root.ts'

const SCRATCH = path.join(PROJECT_ROOT, 'tools/testing/scratch.mjs')

function provided(given: Record<string, string>): {
  folder: string | undefined
  mode: string | undefined
} {
  const program = `
    import { existsSync, statSync } from 'node:fs'
    const { provideScratch } = await import(${JSON.stringify(SCRATCH)})
    const env = ${JSON.stringify(given)}
    provideScratch(env)
    const folder = env.TMPDIR
    console.log(JSON.stringify({ folder, mode: folder && existsSync(folder) ? statSync(folder).mode.toString(8) : undefined }))`
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }),
  )
}

describe('temporary files of tests', () => {
  it('lie where the caller says, and nothing is made elsewhere', () => {
    expect(provided({ TMPDIR: '/var/tmp/nowhere' })).toEqual({
      folder: '/var/tmp/nowhere',
      mode: undefined,
    })
  })

  it('lie in memory where there is room, open to every account, and are gone with the run', () => {
    const { folder, mode } = provided({})
    // Scarce memory moves it to disk.
    expect(folder ?? '/dev/shm/sealroom-tests-0/tmp').toMatch(
      /^\/dev\/shm\/sealroom-tests-\d+\/tmp$/,
    )
    expect(mode).toBe(folder === undefined ? undefined : '41777')
    expect(existsSync(path.dirname(folder ?? '/nowhere/tmp'))).toBe(false)
  })

  it('of a run that was killed are removed by the next, those of a run that goes on are not', () => {
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const folders = [dead, process.pid].map((pid) => `/dev/shm/sealroom-tests-${pid}/probe`)
    if (!existsSync('/dev/shm')) return
    for (const folder of folders) mkdirSync(folder, { recursive: true })
    const isUsed = provided({}).folder !== undefined
    expect(folders.map((folder) => existsSync(folder))).toEqual([!isUsed, true])
    for (const folder of folders) rmSync(path.dirname(folder), { recursive: true, force: true })
  })
})
