// Loaded before the server of the demo, and before `room create`: what they do then happened in the past. Whoever started the server moves its
// clock forward by messages. The server itself knows nothing of that: here alone its clock is another one.
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'

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

// Node runs `load` in a thread of its own, for which it reads this file once more.
if (isMainThread) {
  globalThis.demoClock = { behindMs: Number(process.env.DEMO_CLOCK_BEHIND_MS) }
  register(import.meta.url)
  process.on('message', ({ behindMs }) => {
    globalThis.demoClock.behindMs = behindMs
    process.send({ behindMs })
  })
  // The channel alone keeps no program running.
  process.channel?.unref()
}
