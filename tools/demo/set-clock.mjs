// The demo preloads this; the parent moves the clock by messages.
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/** Any chunk may contain the time source. */
const PROGRAM = /\/\.build\/server\/.+\.js$/
const SERVER = /\/\.build\/server\/main\.js$/
const CLOCK = /(\bsystemClock = \{\s*now: \(\) => )(?:\/\*[^*]*\*\/ )?new Date\(\)/

/** @throws Error if the server's main file has no clock */
export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context)
  if (!PROGRAM.test(url)) return loaded
  const source = Buffer.from(loaded.source).toString()
  const behind = source.replace(CLOCK, '$1new Date(Date.now() - globalThis.demoClock.behindMs)')
  if (SERVER.test(url) && behind === source) throw new Error(`the clock of ${url} was not found`)
  return { ...loaded, source: behind }
}

// Node's loader thread loads this file too.
if (isMainThread) {
  globalThis.demoClock = { behindMs: Number(process.env.DEMO_CLOCK_BEHIND_MS) }
  register(import.meta.url)
  process.on('message', ({ behindMs }) => {
    globalThis.demoClock.behindMs = behindMs
    process.send({ behindMs })
  })
  // The channel must not keep the process running.
  process.channel?.unref()
}
