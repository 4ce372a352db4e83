import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeSocketFolder } from './socket-folder.ts'

const asRoot = process.getuid?.() === 0
const owner = asRoot
  ? { uid: 65_534, gid: 65_534 }
  : { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }

describe('makeSocketFolder', () => {
  let base: string
  let long: string

  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), 'socket-'))
    long = join(base, '데이터'.repeat(10))
    mkdirSync(long)
  })
  afterEach(() => {
    rmSync(base, { recursive: true })
  })

  it('lies below the data folder where the path is short enough', () => {
    expect(makeSocketFolder(base, owner)).toBe(join(base, 'db-socket'))
    expectPrivate(join(base, 'db-socket'))
  })

  it('is a short one, the same each time, where the path would be too long for a socket', () => {
    const folder = makeShort()
    expect(Buffer.byteLength(`${folder}/.s.PGSQL.5432`)).toBeLessThanOrEqual(103)
    expect(makeSocketFolder(long, owner)).toBe(folder)
    expectPrivate(folder)
    const other = makeSocketFolder(`${long}/other`, owner)
    onTestFinished(() => rmSync(other, { recursive: true }))
    expect(other).not.toBe(folder)
  })

  it('closes a folder of ours that was left open', () => {
    mkdirSync(join(base, 'db-socket'), { mode: 0o777 })
    makeSocketFolder(base, owner)
    expectPrivate(join(base, 'db-socket'))
  })

  it.runIf(asRoot)('refuses a folder that somebody else made', () => {
    const folder = makeShort()
    chownSync(folder, 12_345, 12_345)
    expect(() => makeSocketFolder(long, owner)).toThrow(`${folder} is not a folder of ours`)
    expect(lstatSync(folder).uid).toBe(12_345)
  })

  it('refuses a link to another folder, and leaves that alone', () => {
    const folder = makeShort()
    const before = lstatSync(base)
    rmSync(folder, { recursive: true })
    symlinkSync(base, folder)
    expect(() => makeSocketFolder(long, owner)).toThrow(`${folder} is not a folder of ours`)
    expect([lstatSync(base).uid, lstatSync(base).mode]).toEqual([before.uid, before.mode])
  })

  function makeShort(): string {
    const folder = makeSocketFolder(long, owner)
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  function expectPrivate(folder: string): void {
    const { uid, mode } = lstatSync(folder)
    expect([uid, mode & 0o777]).toEqual([owner.uid, 0o700])
  }
})
