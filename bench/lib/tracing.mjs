import { percentile } from './figures.mjs'

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline']
const SCRIPT = new Set(['FunctionCall', 'EvaluateScript', 'RunMicrotasks'])

/** Times are milliseconds; `busiest` and `scriptWork` are processor time. */
export async function traced(page, work) {
  const browser = page.context().browser()
  await browser.startTracing(page, { categories: CATEGORIES })
  const result = await work()
  const { traceEvents } = JSON.parse(await browser.stopTracing())
  const events = ofMainThread(traceEvents)
  const tasks = events.filter(({ name }) => name === 'RunTask')
  const frames = scriptOfFrames(events)
  const shareOf = (share, time) => percentile(frames.map(time), share) / 1_000
  return {
    result,
    longest: Math.max(...tasks.map(({ dur }) => dur)) / 1_000,
    busiest: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000,
    script: shareOf(0.5, ({ dur }) => dur),
    scriptWork: shareOf(0.5, ({ tdur }) => tdur),
  }
}

function ofMainThread(events) {
  const threads = new Map()
  for (const event of events) {
    const thread = `${event.pid} ${event.tid}`
    if (event.ph !== 'X') continue
    if (!threads.has(thread)) threads.set(thread, [])
    threads.get(thread).push(event)
  }
  const scrolled = (all) => all.filter(isScroll).length
  return [...threads.values()]
    .sort((one, other) => scrolled(other) - scrolled(one))[0]
    .sort((one, other) => one.ts - other.ts)
}

const isScroll = ({ name, args }) => name === 'EventDispatch' && args.data?.type === 'scroll'

/** A frame lasts until the next scroll event. */
function scriptOfFrames(events) {
  const frames = []
  let end = 0
  for (const event of events) {
    if (isScroll(event)) frames.push({ dur: 0, tdur: 0 })
    const frame = frames.at(-1)
    if (!frame || !SCRIPT.has(event.name) || event.ts < end) continue
    frame.dur += event.dur
    frame.tdur += event.tdur ?? 0
    end = event.ts + event.dur
  }
  return frames
}
