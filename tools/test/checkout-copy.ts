import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { runNode } from './plant.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

const COMPILED = /^(client|contract|paper|server)$|\.tsbuildinfo$/

type Ended = Awaited<ReturnType<typeof runNode>>

export interface CheckoutCopy {
  readonly folder: string
  run(...args: readonly string[]): Promise<Ended>
  newFeature(...args: readonly string[]): Promise<Ended>
  sources(): Promise<Map<string, string>>
  /** Refused calls must change no file. */
  expectRefusals(
    refusals: readonly (readonly [args: readonly string[], reason: RegExp])[],
  ): Promise<void>
  remove(): Promise<void>
}

function unlessDeleted(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** Packages are linked. `withBuild` also copies the build, because the compiler compares content. */
export async function copyCheckout({
  withBuild,
}: {
  readonly withBuild: boolean
}): Promise<CheckoutCopy> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sealroom feature '))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const { stdout } = await promisify(execFile)('git', list, { cwd: ROOT, maxBuffer: 1 << 24 })
  for (const file of stdout.split('\0').filter(Boolean)) {
    await cp(path.join(ROOT, file), path.join(folder, file)).catch(unlessDeleted)
  }
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  const built = withBuild ? await readdir(path.join(ROOT, '.build')).catch(() => []) : []
  for (const made of built.filter((name) => COMPILED.test(name))) {
    await cp(path.join(ROOT, '.build', made), path.join(folder, '.build', made), {
      recursive: true,
      preserveTimestamps: true,
    })
  }
  // Vitest settings must not reach the copy.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')),
  )
  const run = (...args: readonly string[]): Promise<Ended> => runNode(args, { cwd: folder, env })
  const newFeature = (...args: readonly string[]): Promise<Ended> =>
    run('tools/new-feature.mjs', ...args)

  async function sources(): Promise<Map<string, string>> {
    const names = ['.dependency-cruiser.cjs']
    for (const top of ['contract', 'server', 'web', 'docs']) {
      const entries = await readdir(path.join(folder, top), {
        recursive: true,
        withFileTypes: true,
      })
      names.push(
        ...entries
          .filter((entry) => entry.isFile())
          .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))),
      )
    }
    return new Map(
      await Promise.all(
        names.map(
          async (name) => [name, await readFile(path.join(folder, name), 'latin1')] as const,
        ),
      ),
    )
  }

  return {
    folder,
    run,
    newFeature,
    sources,
    async expectRefusals(refusals) {
      const before = await sources()
      for (const [args, reason] of refusals) {
        const { code, stdout, stderr } = await newFeature(...args)
        expect({ args, code, stdout, stderr }).toEqual({
          args,
          code: 2,
          stdout: '',
          stderr: expect.stringMatching(reason),
        })
      }
      expect(await sources()).toEqual(before)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
