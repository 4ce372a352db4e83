import { setTimeout as wait } from 'node:timers/promises'
import { percentile } from './figures.mjs'

/** A frame then scrolls 133 CSS pixels. */
const PIXELS_PER_SECOND = 8_000
const SECONDS_PER_GESTURE = 5
const SETTLED_MS = 2_000
/** Frame clocks are inexact, so this exceeds 60 Hz. */
const FRAME_MS = 20
/** Sampling costs the page time. */
const FRAMES_PER_LOOK = 15
const AXES = {
  y: { place: 'scrollTop', whole: 'scrollHeight', seen: 'clientHeight', distance: 'yDistance' },
  x: { place: 'scrollLeft', whole: 'scrollWidth', seen: 'clientWidth', distance: 'xDistance' },
}

/* Playwright serializes this function without its module. */

function findScroller(words) {
  const row = [...document.querySelectorAll('[role="row"], tr')].find(({ textContent }) =>
    textContent.includes(words),
  )
  const scrolls = (element) =>
    /auto|scroll/.test(getComputedStyle(element).overflowY) &&
    element.scrollHeight > element.clientHeight
  let scroller = row?.parentElement
  while (scroller && !scrolls(scroller)) scroller = scroller.parentElement
  if (!row) return undefined
  window.benchScroller = scroller ?? document.scrollingElement
  const { left, top, width, height } = window.benchScroller.getBoundingClientRect()
  return {
    left,
    top,
    width,
    height: Math.min(height, innerHeight - top),
    rowHeight: row.getBoundingClientRect().height,
  }
}

function record({ words, framesPerLook, place, x, y }) {
  const frames = []
  const looks = []
  let cells = 0
  let scrolled = window.benchScroller[place]
  // A later read would force a layout.
  const read = ({ target }) => {
    if (target === window.benchScroller || target === document)
      scrolled = window.benchScroller[place]
  }
  addEventListener('scroll', read, { capture: true, passive: true })
  const tick = (at) => {
    frames.push([at, scrolled])
    if (frames.length % framesPerLook === 0) {
      cells = Math.max(cells, document.querySelectorAll('th, td').length)
      looks.push(
        document.elementFromPoint(x, y)?.closest('[role="row"], tr')?.textContent.includes(words) ??
          false,
      )
    }
    request = requestAnimationFrame(tick)
  }
  let request = requestAnimationFrame(tick)
  window.benchStop = () => {
    cancelAnimationFrame(request)
    removeEventListener('scroll', read, { capture: true })
    return { frames, looks, cells }
  }
}

const progress = ({ place, whole, seen }) => {
  const { [place]: done, [whole]: all, [seen]: shown } = window.benchScroller
  return { done, left: all - shown - done }
}

export function plainList({ left, top, width, height, rowHeight }, rows, nameOf) {
  const each = Array.from(
    { length: rows },
    (_, index) => `<div role="row" style="height:${rowHeight}px">${nameOf(index + 1)}</div>`,
  )
  const box = `position:absolute;overflow:auto;left:${left}px;top:${top}px;width:${width}px;height:${height}px`
  return `<!doctype html><meta charset="utf-8"><div style="${box}">${each.join('')}</div>`
}

export async function scrollerOf(page, words) {
  await page.locator('[role="row"], tr').filter({ hasText: words }).first().waitFor()
  const found = await page.evaluate(findScroller, words)
  if (found === undefined) throw new Error('no row of the list is there')
  return found
}

/** @param reach the rows to scroll through if `axis` is y */
export async function scrollThrough(
  page,
  { words, rows, reach = rows, limitMs, axis = 'y', speed = PIXELS_PER_SECOND },
) {
  const area = await scrollerOf(page, words)
  const at = {
    x: Math.round(area.left + area.width / 2),
    y: Math.round(area.top + area.height / 2),
  }
  await page.evaluate(() => window.benchScroller.scrollTo({ top: 0, left: 0, behavior: 'instant' }))
  const client = await page.context().newCDPSession(page)
  await page.evaluate(record, {
    words,
    framesPerLook: FRAMES_PER_LOOK,
    place: AXES[axis].place,
    ...at,
  })
  const behind = axis === 'y' ? (rows - reach) * area.rowHeight : 0
  const done = await turnTheWheel(page, client, {
    ...at,
    axis: AXES[axis],
    speed,
    behind,
    deadline: AbortSignal.timeout(limitMs),
  })
  const recorded = await page.evaluate(() => window.benchStop())
  await client.detach()
  const wanted = axis === 'y' ? reach * area.rowHeight - area.height : 0
  if (done < 0.99 * wanted)
    throw new Error(`the list ended after ${Math.round(done)} of ${Math.round(wanted)} pixels`)
  return summaryOf(recorded)
}

async function turnTheWheel(page, client, { x, y, axis, speed, behind, deadline }) {
  const look = async () => {
    const { done, left } = await page.evaluate(progress, axis)
    return { done, left: left - behind }
  }
  for (;;) {
    const { done, left } = await look()
    if (left <= 1) {
      await wait(SETTLED_MS)
      if ((await look()).left <= 1) return done
    } else {
      if (deadline.aborted)
        throw new Error(
          `the list was not scrolled through in time: ${Math.round(left)} pixels were left`,
        )
      const distance = -Math.ceil(Math.min(left, SECONDS_PER_GESTURE * speed))
      await client.send('Input.synthesizeScrollGesture', {
        x,
        y,
        [axis.distance]: distance,
        speed,
        gestureSourceType: 'mouse',
      })
    }
  }
}

/** Frames without scrolling prove nothing. */
function summaryOf({ frames, looks, cells }) {
  const times = frames
    .slice(1)
    .flatMap(([at, top], index) => (top === frames[index][1] ? [] : [at - frames[index][0]]))
  const total = times.reduce((sum, time) => sum + time, 0)
  return {
    framesPerSecond: (1000 * times.length) / total,
    p95: percentile(times, 0.95),
    longest: Math.max(...times),
    late: (100 * times.filter((time) => time > FRAME_MS).length) / times.length,
    blank: (100 * looks.filter((isThere) => !isThere).length) / looks.length,
    cells,
  }
}
