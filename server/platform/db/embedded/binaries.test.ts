import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { findBinaryPackage, NoBinariesError, prepareBinaries } from './binaries.ts'

it('makes the links and mode bits that a blocked install script leaves out', () => {
  const copy = mkdtempSync(join(tmpdir(), 'binaries-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  cpSync(findBinaryPackage(), copy, {
    recursive: true,
    filter: (path) => !/\/share$|\.a$/.test(path),
  })
  const lib = join(copy, 'native/lib')
  for (const name of readdirSync(lib))
    if (lstatSync(join(lib, name)).isSymbolicLink()) rmSync(join(lib, name))
  const postgres = join(copy, 'native/bin/postgres')
  expect(spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stderr).toContain(
    'cannot open shared object file',
  )
  chmodSync(postgres, 0o644)

  const binaries = prepareBinaries(copy)
  expect(binaries.postgres).toBe(postgres)
  const version = spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout
  expect(version).toMatch(new RegExp(`PostgreSQL\\) ${binaries.major}\\.`))
  expect(() => prepareBinaries(copy)).not.toThrow()
})

it.each([
  ['sunos', 'sparc', true, 'sunos-sparc'],
  ['win32', 'x64', true, 'win32-x64'],
  ['linux', 'riscv64', true, 'linux-riscv64'],
  ['linux', process.arch, false, `linux-${process.arch}, musl`],
])(
  'asks for DATABASE_URL in both languages on %s-%s (glibc: %s)',
  (platform, arch, hasGlibc, machine) => {
    const find = () => findBinaryPackage(platform, arch, hasGlibc)
    expect(find).toThrow(NoBinariesError)
    expect(find).toThrow(`(${machine})용 내장 PostgreSQL이 없습니다. DATABASE_URL에`)
    expect(find).toThrow(`for this machine (${machine}). Set DATABASE_URL to`)
  },
)
