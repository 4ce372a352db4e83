/** The programs of the server with their chunks: Rolldown has bundled the one source of their time into some of them. */
const PROGRAM = /\/\.build\/server\/.+\.js$/
const SERVER = /\/\.build\/server\/main\.js$/
const CLOCK = /(\bsystemClock = \{\s*now: \(\) => )(?:\/\*[^*]*\*\/ )?new Date\(\)/

/** Loads programs with a clock that is as far behind as `globalThis.demoClock` says. @throws Error where the server has no such clock. */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  if (!PROGRAM.test(url)) return loaded
  const source = Buffer.from(loaded.source).toString()
  const behind = source.replace(CLOCK, '$1new Date(Date.now() - globalThis.demoClock.behindMs)')
  if (SERVER.test(url) && behind === source) throw new Error(`the clock of ${url} was not found`)
  return { ...loaded, source: behind }
}
