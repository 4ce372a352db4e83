// Loaded before the server of the demo, and before `room create`: what they do then happened in the past. Whoever started the server moves its
// clock forward by messages.
import { register } from 'node:module'

globalThis.demoClock = { behindMs: Number(process.env.DEMO_CLOCK_BEHIND_MS) }
register('./clock-hooks.mjs', import.meta.url)

process.on('message', ({ behindMs }) => {
  globalThis.demoClock.behindMs = behindMs
  process.send({ behindMs })
})
// The channel alone keeps no program running.
process.channel?.unref()
