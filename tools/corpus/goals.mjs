import { at, textOf } from '../lib/project.mjs'

const MARKED = 0.5
const TEXT_WHOLE = 0.99
export const LOOKED_AT = 20
const SLOW_IN_A_THOUSAND = 3
/** Keys are hash and missed goal. */
const EXCUSED = JSON.parse(textOf(at('tools', 'corpus', 'excused.json')))

const isReferenced = ({ references }) => Object.keys(references).length > 0
const isDrawn = ({ status, trouble, blank }) => status === 'READY' && !trouble && !blank
const ofDrawn = ({ status, trouble, blank }) =>
  trouble ?? (blank ? 'blank here, not there' : status)
const isCompared = ({ marks: { compared, pages } }) => compared >= Math.min(pages, LOOKED_AT)
const share = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`)

export function goalsOf(results, excused = EXCUSED) {
  const referenced = results.filter(isReferenced)
  const copies = results.filter(({ marks }) => marks !== undefined)
  const texts = copies.filter(({ text }) => text.had)
  const undrawn = referenced.filter((one) => !isDrawn(one))
  const lost = texts.filter(({ text }) => !text.whole)
  const bare = copies.filter(
    (one) => one.marks.bare.length > 0 || one.shown < MARKED || !isCompared(one),
  )
  const without = results.filter((one) => isDrawn(one) && one.copyTrouble)
  const slow = results.filter((one) => one.slow)
  const listed = (list, why, id) =>
    list.map((one) => ({ source: one.source, why: why(one), excuse: excused[one.hash]?.[id] }))
  const goal = (what, limit, count, of, failing, met) => ({
    what,
    limit,
    count,
    of,
    share: share(count, of),
    failing,
    met,
  })
  const excusable = (failing) => failing.every(({ excuse }) => excuse !== undefined)
  const goals = [
    [
      'drawn',
      undrawn,
      ofDrawn,
      'drawn here, of those that poppler or MuPDF draws',
      'all',
      referenced.length - undrawn.length,
      referenced.length,
    ],
    [
      'copied',
      without,
      ({ copyTrouble }) => copyTrouble,
      'marked copies, of those drawn here',
      'all',
      copies.length,
      copies.length + without.length,
    ],
    [
      'marked',
      bare,
      ({ marks: { bare: pages, ...looked }, shown }) =>
        `pages ${pages.join(', ')}; ${looked.compared} of ${looked.pages} compared; shown ${shown}`,
      'the mark on every page',
      'all',
      copies.length - bare.length,
      copies.length,
    ],
  ].map(([id, failing, why, what, limit, count, of]) => {
    const names = listed(failing, why, id)
    return goal(what, limit, count, of, names, excusable(names))
  })
  const names = listed(
    lost,
    ({ text, pictures }) => `${JSON.stringify(text.shares)}, pictures: ${pictures}`,
  )
  const whole = texts.length - lost.length
  goals.push(
    goal(
      'text whole, of copies that had text',
      '99 %',
      whole,
      texts.length,
      names,
      whole >= TEXT_WHOLE * texts.length,
    ),
  )
  const late = listed(slow, ({ pages }) => `${pages} pages`)
  const most = Math.max(1, (SLOW_IN_A_THOUSAND * results.length) / 1_000)
  goals.push(
    goal(
      'files with a page of more than 5 s',
      '3 in 1,000',
      slow.length,
      results.length,
      late,
      slow.length <= most,
    ),
  )
  return goals
}

export function show(results) {
  const goals = goalsOf(results)
  console.log('| goal | limit | files | of | share | |\n| --- | --- | ---: | ---: | ---: | --- |')
  for (const { what, limit, count, of, share, met } of goals)
    console.log(`| ${what} | ${limit} | ${count} | ${of} | ${share} | ${met ? 'met' : 'MISSED'} |`)
  const pictures = results.filter((one) => ['some', 'all'].includes(one.pictures))
  console.log(`\n${pictures.length} copies have pages that became pictures, with their words.`)
  for (const { what, failing } of goals) {
    if (failing.length > 0) console.log(`\nnot ${what}:`)
    for (const { source, why, excuse } of failing)
      console.log(`  ${source}: ${why}${excuse === undefined ? '' : ` — excused: ${excuse}`}`)
  }
  return goals
}
