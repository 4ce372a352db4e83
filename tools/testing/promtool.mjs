// Unpacking starts no service.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, isProgram } from '../lib/find-program.mjs'
import { at } from '../lib/project.mjs'
import { run } from '../lib/run.mjs'

export const PACKAGE = 'prometheus'

const FOLDER =
  process.getuid?.() === 0
    ? '/var/cache/sealroom-tests/promtool'
    : at('node_modules/.cache/promtool')
const UNPACKED = join(FOLDER, 'root/usr/bin/promtool')

export function findPromtool(env = process.env) {
  return findProgram(['promtool'], env) ?? (isProgram(UNPACKED) ? UNPACKED : undefined)
}

export async function providePromtool(env = process.env) {
  if (findPromtool(env)) return true
  if (!findProgram(['apt-get'], env) || !findProgram(['dpkg-deb'], env)) return false
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  const quietly = async (script) =>
    (await run('sh', ['-c', `cd "$1" && ${script}`, 'sh', FOLDER], { quiet: true, env })) === 0
  const download = () => quietly(`apt-get download ${PACKAGE}`)
  if (!(await download()) && !((await quietly('apt-get update')) && (await download())))
    return false
  return (await quietly('dpkg-deb -x prometheus_*.deb root && rm *.deb')) && isProgram(UNPACKED)
}
