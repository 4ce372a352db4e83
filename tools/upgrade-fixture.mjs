// npm run upgrade-fixture -- COMMIT packs that release into tools/upgrade-fixture/release.tar.br and release.json.
import { prepare } from './lib/prepare.mjs'

const [commit, ...more] = process.argv.slice(2)
if (commit === undefined || more.length > 0) {
  console.error('npm run upgrade-fixture -- COMMIT')
  process.exit(2)
}

await prepare()
const { makeFixture } = await import('./upgrade-fixture/make-fixture.mjs')
await makeFixture(commit)
