import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inheritableFiles } from '../../inherited-files.ts'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { makeHwp } from '../fixtures/make-hwp.ts'
import {
  enterAsOperator,
  type Installation,
  installation,
  readFirstRoom,
  until,
} from '../harness/server-process.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let home: Installation | undefined
afterEach(() => home?.remove())

function openFiles(pid: number): string[] {
  try {
    return fs
      .readdirSync(`/proc/${pid}/fd`)
      .map((descriptor) => fs.readlinkSync(`/proc/${pid}/fd/${descriptor}`))
  } catch {
    return []
  }
}

function descendants(pid: number): { readonly pid: number; readonly command: string }[] {
  const all = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = all.flatMap((name) => {
    try {
      const status = fs.readFileSync(`/proc/${name}/status`, 'utf8')
      if (!status.includes(`PPid:\t${pid}\n`)) return []
      return [{ pid: Number(name), command: fs.readFileSync(`/proc/${name}/cmdline`, 'utf8') }]
    } catch {
      return []
    }
  })
  return [...children, ...children.flatMap((child) => descendants(child.pid))]
}

describe.skipIf(process.platform !== 'linux')('what somebody left open in the server', () => {
  it('is closed, and no program that the server starts gets any file but those that it is given', async () => {
    home = await installation()
    const secret = path.join(path.dirname(home.dataDir), 'secret')
    fs.writeFileSync(secret, 'secret')
    const main = path.join(PROJECT_ROOT, '.build/server/main.js')
    // Node closes the first 16 files at exec.
    const handed = fs.openSync(secret, 'r')
    const stdio = Array.from({ length: 40 }, (_, number) =>
      number === 39 ? handed : number === 1 || number === 2 ? 'pipe' : 'ignore',
    )
    const child = spawn(process.execPath, [main], {
      cwd: PROJECT_ROOT,
      env: { ...home.env },
      stdio,
    })
    fs.closeSync(handed)
    try {
      let printed = ''
      child.stdout?.on('data', (text) => {
        printed += text
      })
      child.stderr?.on('data', (text) => {
        printed += text
      })
      await until(() => /^ready /m.test(printed), 'the server to be ready', 60_000).catch(
        (error: unknown) => {
          throw new Error(printed, { cause: error })
        },
      )
      const pid = child.pid ?? 0
      expect(openFiles(pid)).not.toContain(secret)
      expect(inheritableFiles(pid)).toEqual([])

      const operator = await enterAsOperator(
        `http://127.0.0.1:${home.port}`,
        readFirstRoom(home.dataDir),
      )
      const upload = operator.upload([['계약서.hwp', new Uint8Array(makeHwp('계약서'))]])
      let seen: string[] = []
      await until(() => {
        const converters = descendants(pid).filter(({ command }) =>
          /node.*hwp-program/s.test(command),
        )
        seen = converters.flatMap((converter) => openFiles(converter.pid))
        return seen.length > 0
      }, 'the converter')
      expect((await upload).http).toBe(200)
      // Node opens files of its own.
      const ours = seen.filter(
        (file) =>
          file.startsWith('/') && !file.startsWith(`${PROJECT_ROOT}/`) && !file.startsWith('/dev/'),
      )
      expect(ours).toEqual([])
      // Node implements pipes as sockets.
      expect(new Set(seen.filter((file) => file.startsWith('socket:'))).size).toBe(3)
      for (const other of descendants(pid)) expect(openFiles(other.pid)).not.toContain(secret)
    } finally {
      child.kill('SIGTERM')
      await new Promise((resolve) =>
        child.exitCode === null ? child.once('close', resolve) : resolve(undefined),
      )
    }
  })
})
