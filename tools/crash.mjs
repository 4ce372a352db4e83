// npm run crash -- [kills] [seed] kills the server during uploads and finds lost data.
import { prepare } from './lib/prepare.mjs'
import { bin } from './lib/project.mjs'
import { runNode } from './lib/run.mjs'

const [kills = '200', seed] = process.argv.slice(2)
if (![kills, seed ?? '1'].every((text) => /^[1-9]\d{0,8}$/.test(text))) {
  console.error('npm run crash -- [kills] [seed]: whole numbers')
  process.exit(2)
}

await prepare()
const env = {
  ...process.env,
  CRASH_POINTS: kills,
  ...(seed === undefined ? {} : { CRASH_SEED: seed }),
}
process.exitCode = await runNode(
  [bin('vitest'), 'run', '--project', 'unit', 'server/test/processes/crash.process.test.ts'],
  {
    env,
    last: true,
  },
)
