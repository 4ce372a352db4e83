// npm run production builds, removes build packages, and leaves nothing to write at start.
import { pathToFileURL } from 'node:url'
import { prepare } from './lib/prepare.mjs'
import { at } from './lib/project.mjs'
import { run, say } from './lib/run.mjs'

await prepare()
process.exitCode = await run(
  'npm',
  ['prune', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'],
  { quiet: true },
)
if (process.exitCode === 0) {
  const binaries = at('.build', 'server', 'platform', 'db', 'embedded', 'binaries.js')
  const { findBinaryPackage, prepareBinaries, NoBinariesError } = await import(
    pathToFileURL(binaries).href
  )
  try {
    prepareBinaries(findBinaryPackage())
  } catch (error) {
    if (!(error instanceof NoBinariesError)) throw error
    say(error.message)
  }
}
