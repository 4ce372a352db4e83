import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isPostgresInList } from './processes.ts'

it('recognises a server of a folder in the list of processes, for systems without /proc', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'list of processes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'postgres')
  writeFileSync(program, '#!/bin/sh\nread line\n')
  chmodSync(program, 0o755)
  const child = spawn(program, ['-D', join(folder, 'db'), '-c', 'port=1'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  onTestFinished(() => void child.kill())
  const pid = child.pid ?? 0
  await vi.waitFor(() => expect(isPostgresInList(pid, join(folder, 'db'))).toBe(true))
  expect(isPostgresInList(pid, join(folder, 'd'))).toBe(false)
  expect(isPostgresInList(pid, folder)).toBe(false)
  expect(isPostgresInList(process.pid, join(folder, 'db'))).toBe(false)
})
