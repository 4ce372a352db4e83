import { answerFirst, answerSecond, askFirst, askSecond, prepareQuestions } from './ask.mjs'
import { makeDocument } from './documents/documents.mjs'
import { DOCUMENTS, FOLDERS } from './documents/room-index.mjs'
import { OPERATOR, PARTICIPANTS, SECOND_OPERATOR } from './people.mjs'
import { readDocument } from './read.mjs'
import { askToSign, draftToSign, seal, sign } from './signing.mjs'
import { Wire } from './wire.mjs'

const BATCH = 12
const PAUSE_SECONDS = 7 * 60
const WEEK_MS = 7 * 24 * 3_600_000
const STAGED = '제7기 정기주주총회 의사록'

export const newCast = (room) => ({
  operators: [
    { ...OPERATOR, pin: room.pin, code: room.code },
    { ...SECOND_OPERATOR, pin: undefined, code: undefined },
  ],
  participants: PARTICIPANTS.map((person) => ({ ...person, pin: undefined, entered: false })),
})

/** @param cast is completed during the run, for use after a failure @param clock moves to each event */
export async function fillRoom({ events, clock, say, ...given }) {
  const room = {
    ...given,
    clock,
    say,
    documents: [],
    composed: new Map(),
    threads: new Map(),
    now: new Date(),
  }
  for (const event of events) {
    await clock.moveTo(event.at)
    await ACTIONS[event.kind](room, event)
  }
  await clock.moveTo(new Date())
}

async function as(room, person, work) {
  const wire = new Wire(room.address, person.language)
  person.device = await wire.enter(person.pin, person.code, person.device)
  person.entered = true
  try {
    return await work(wire)
  } finally {
    await wire.leave().catch(() => undefined)
  }
}

const asOperator = (room, work) => as(room, room.cast.operators[0], work)

const byKey = ({ cast }, key) => cast.participants.find((person) => person.key === key)

const idOf = ({ documents }, part) => documents.find(({ path }) => path.includes(part)).id

const OWN = DOCUMENTS.filter(({ uploader }) => uploader === undefined)
const OTHERS = DOCUMENTS.filter(({ uploader }) => uploader === 'second')

const asParticipant = (room) => (key, work) => as(room, byKey(room, key), work)

const answering = (room) => ({
  asOperator: (work) => asOperator(room, work),
  asSecond: (work) => as(room, room.cast.operators[1], work),
  as: asParticipant(room),
  idOf,
})

const ACTIONS = {
  create: async () => undefined,

  upload: (room, { part, parts }) =>
    asOperator(room, async (operator) => {
      if (part === 0) for (const folder of FOLDERS) await operator.makeFolder(folder)
      const batches = Math.ceil(OWN.length / BATCH)
      const [from, to] = [part, part + 1].map(
        (index) => Math.round((index * batches) / parts) * BATCH,
      )
      await bring(room, operator, OWN.slice(from, to), OWN.length)
    }),

  async invite(room) {
    room.say('사람을 초대합니다 · Inviting participants')
    await asOperator(room, (operator) => invite(operator, room.cast))
    room.say('메일에서 PIN을 읽습니다 · Reading PINs from the e-mails')
    const { cast, mailbox } = room
    for (const person of [cast.operators[1], ...cast.participants])
      person.pin = await mailbox.find('pin', person.email)
    cast.operators[1].code = await mailbox.find('code', cast.operators[1].email)
    room.say('참여자가 문서를 읽고 서명합니다 · Participants read and sign')
  },

  second: (room) =>
    as(room, room.cast.operators[1], (wire) => bring(room, wire, OTHERS, DOCUMENTS.length)),

  visit: (room, { key, readings }) =>
    as(room, byKey(room, key), async (wire) => {
      for (const { part, pages } of readings)
        await readDocument(wire, room.clock, idOf(room, part), pages)
    }),

  async download(room) {
    const persons = room.cast.participants.filter(({ downloads }) => downloads)
    const fetchAll = async (isMarked) => {
      for (const person of persons) {
        const came = await as(room, person, (wire) => wire.download(person.downloads))
        if (!came && !isMarked) throw new Error(`the download of ${person.downloads} was refused`)
      }
    }
    await fetchAll(true)
    await asOperator(room, (operator) => operator.setWatermark(false))
    await fetchAll(false)
    await asOperator(room, (operator) => operator.setWatermark(true))
  },

  block: (room) =>
    asOperator(room, async (operator) => {
      for (const person of room.cast.participants.filter(({ toBlock }) => toBlock)) {
        await operator.setRight(person.memberId, 'access', false)
        person.blocked = true
      }
    }),

  async prepareQuestions(room) {
    room.say('질의와 자료요청을 주고받습니다 · Questions and requests')
    await as(room, room.cast.operators[1], (second) => second.paceMails('daily'))
    await asOperator(room, (operator) => prepareQuestions(operator, room.cast))
  },
  askFirst: (room) => askFirst(room, asParticipant(room)),
  askSecond: (room) => askSecond(room, asParticipant(room)),
  answerFirst: (room) => answerFirst(room, answering(room)),
  answerSecond: (room) => answerSecond(room, answering(room)),

  askNda: (room) => asOperator(room, (operator) => askToSign(room, operator, 'nda')),
  signNda: (room) => sign(room, 'nda', 'hayun'),
  async sealNda(room) {
    await sign(room, 'nda', 'haeon')
    await asOperator(room, (operator) => seal(room, operator, 'nda'))
  },
  askMou: (room) => asOperator(room, (operator) => askToSign(room, operator, 'mou')),
  signMou: (room) => sign(room, 'mou', 'hayun'),
  async stage(room) {
    const minutes = OWN.find(({ path }) => path.includes(STAGED))
    await asOperator(room, async (operator) => {
      const bytes = await makeDocument({ ...minutes, pages: minutes.pages + 1 })
      const ids = await operator.upload([[minutes.path, bytes]], {
        staged: true,
        conflict: 'replace',
      })
      await operator.publishItems(ids, new Date(Date.now() + WEEK_MS))
    })
  },
  draftSale: (room) => asOperator(room, (operator) => draftToSign(room, operator, 'sale')),
}

async function invite(operator, { operators, participants }) {
  const everybody = [operators[1], ...participants]
  for (const language of ['ko', 'en']) {
    const people = everybody.filter((person) => person.language === language)
    const rows = people.map(({ name, email, division, position }) => ({
      name,
      email,
      division,
      position,
    }))
    const ids = await operator.speaking(language).invite(rows)
    for (const [index, person] of people.entries()) person.memberId = ids[index]
  }
  for (const { memberId, print, download } of participants) {
    if (print) await operator.setRight(memberId, 'print', true)
    if (download) await operator.setRight(memberId, 'download', true)
  }
  await operator.makeOperator(operators[1].memberId)
}

async function bring({ documents, clock, say }, wire, wanted, count) {
  for (let from = 0; from < wanted.length; from += BATCH) {
    const batch = wanted.slice(from, from + BATCH)
    const files = []
    for (const document of batch) files.push([document.path, await makeDocument(document)])
    if (from > 0) await clock.pass(PAUSE_SECONDS)
    const ids = await wire.upload(files)
    documents.push(...batch.map(({ path }, index) => ({ path, id: ids[index] })))
    say(`문서 · Documents ${documents.length} / ${count}`)
  }
}
