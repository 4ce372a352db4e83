import { chance } from './documents/chance.mjs'
import { PARTICIPANTS } from './people.mjs'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 60_000

const ZONE_MS = 9 * HOUR_MS

/** Four weeks have equally many workdays. */
const DAYS = 28

/** `day` counts workdays from 0, `minute` from midnight. */
const SET = {
  uploads: [0, 1, 2, 3].map((day) => ({ day, minute: 9 * 60 + 40 })),
  invite: { day: 3, minute: 16 * 60 },
  second: { day: 4, minute: 8 * 60 + 30 },
  prepareQuestions: { day: 4, minute: 11 * 60 },
  askFirst: { day: 6, minute: 10 * 60 },
  answerFirst: { day: 10, minute: 16 * 60 },
  askSecond: { day: 13, minute: 10 * 60 },
  answerSecond: { day: 16, minute: 17 * 60 },
  askNda: { day: 6, minute: 15 * 60 },
  signNda: { day: 7, minute: 9 * 60 },
  sealNda: { day: 8, minute: 9 * 60 },
  download: { day: 12, minute: 9 * 60 },
  askMou: { day: 15, minute: 9 * 60 },
  signMou: { day: 16, minute: 9 * 60 },
  block: { day: 17, minute: 8 * 60 },
  draftSale: { day: 18, minute: 9 * 60 },
  stage: { day: 18, minute: 11 * 60 },
}

const interestOn = (day) =>
  day <= SET.invite.day ? 0 : day < 8 ? 40 : day < 11 ? 55 : day < 16 ? 75 : 50
const ON_WEEKENDS = 9

const atMidnight = (instant) =>
  Math.floor((instant.getTime() + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS
const isWeekend = (midnight) => [0, 6].includes(new Date(midnight + ZONE_MS).getUTCDay())
const at = (midnight, minute) => new Date(midnight + minute * MINUTE_MS)

function readingsOf(person, isFirst, random) {
  const wanted = isFirst ? person.reads : person.reads.filter(() => random.whole(1, 100) <= 55)
  return (wanted.length === 0 ? [random.pick(person.reads)] : wanted).map(
    ([part, pages, ...studied]) => {
      const last = isFirst ? pages : random.whole(Math.min(2, pages), pages)
      const read = Array.from({ length: last }, (_, index) => index + 1)
      return {
        part,
        pages: read.map((page) => [
          page,
          studied.includes(page) ? random.whole(70, 190) : random.whole(7, 38),
        ]),
      }
    },
  )
}

function visitsOn(midnight, day, seen, random) {
  const isQuiet = isWeekend(midnight)
  const interest = isQuiet && day > SET.invite.day ? ON_WEEKENDS : isQuiet ? 0 : interestOn(day)
  const isThere = ({ toBlock }) => !toBlock || day < SET.block.day
  const comes = PARTICIPANTS.filter(
    (person) =>
      !person.absent && isThere(person) && random.whole(1, 100) <= interest * person.interest,
  )
  const keenest = PARTICIPANTS.reduce((most, person) =>
    person.interest > most.interest ? person : most,
  )
  if (comes.length === 0 && interest > 0 && !isQuiet) comes.push(keenest)
  return comes.map((person) => {
    const isFirst = !seen.has(person.key)
    seen.add(person.key)
    return {
      kind: 'visit',
      at: at(midnight, random.whole(9 * 60 + 30, 18 * 60)),
      key: person.key,
      readings: readingsOf(person, isFirst, random),
    }
  })
}

/** Returns `{kind, at, …}` in order of time. */
export function timelineOf(now) {
  const today = atMidnight(now)
  const days = Array.from({ length: DAYS }, (_, index) => today + (index - DAYS) * DAY_MS)
  const workdays = days.filter((midnight) => !isWeekend(midnight))
  const placed = ({ day, minute }) => at(workdays[day], minute)
  const { uploads, ...single } = SET
  const seen = new Set()
  const random = chance('timeline')
  const visits = days.flatMap((midnight) => {
    const day = workdays.filter((workday) => workday <= midnight).length - 1
    return visitsOn(midnight, day, seen, random)
  })
  const events = [
    ...uploads.map((place, part) => ({
      kind: 'upload',
      at: placed(place),
      part,
      parts: uploads.length,
    })),
    ...Object.entries(single).map(([kind, place]) => ({ kind, at: placed(place) })),
    ...visits,
  ].sort((one, other) => one.at - other.at)
  return [
    { kind: 'create', at: placed({ day: 0, minute: 9 * 60 }) },
    ...events,
    ...visitsOf(now, isWeekend(today), random),
  ]
}

function visitsOf(now, isQuiet, random) {
  const keen = PARTICIPANTS.filter(
    ({ interest, toBlock, absent }) => interest >= 1 && !toBlock && !absent,
  )
  return keen.slice(0, isQuiet ? 1 : keen.length).map((person, index) => ({
    kind: 'visit',
    at: new Date(now.getTime() - (50 - 14 * index) * MINUTE_MS),
    key: person.key,
    readings: readingsOf(person, false, random).slice(0, 2),
  }))
}

const GLANCED = { documents: 2, pages: 4, seconds: 1 }

export function withoutReturns(events) {
  const seen = new Set()
  return events.flatMap((event) => {
    if (event.kind !== 'visit') return [event]
    if (seen.has(event.key)) return []
    seen.add(event.key)
    const glance = ({ part, pages }) => ({
      part,
      pages: pages.slice(0, GLANCED.pages).map(([page]) => [page, GLANCED.seconds]),
    })
    return [{ ...event, readings: event.readings.slice(0, GLANCED.documents).map(glance) }]
  })
}
