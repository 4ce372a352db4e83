import { makeDocument } from './documents.mjs'
import { OPERATOR, PARTICIPANTS, SECOND_OPERATOR } from './people.mjs'
import { DOCUMENTS, FOLDERS } from './room-index.mjs'
import { Wire } from './wire.mjs'

const BATCH = 12

/** Who is in the room as it is told at the end; secrets are filled in as they come to be known. */
export const newCast = (room) => ({
  operators: [
    { ...OPERATOR, pin: room.pin, code: room.code },
    { ...SECOND_OPERATOR, pin: undefined, code: undefined },
  ],
  participants: PARTICIPANTS.map((person) => ({ ...person, pin: undefined, entered: false })),
})

/**
 * Fills an empty room by what people would do, over HTTP: folders, uploads, invitations, rights, reading. Nobody's session stays open.
 * @param cast is completed on the way, so that it is of use also after a failure.
 * @param say tells how far it is, in Korean and English.
 */
export async function fillRoom({ address, mailbox, cast, say }) {
  const sessions = []
  const enter = async (person) => {
    const wire = new Wire(address, person.language)
    sessions.push(wire)
    await wire.enter(person.pin, person.code)
    person.entered = true
    return wire
  }
  try {
    const operator = await enter(cast.operators[0])
    say('사람을 초대합니다 · Inviting people')
    await invite(operator, cast)
    for (const folder of FOLDERS) await operator.makeFolder(folder)
    const documents = await bring(
      operator,
      DOCUMENTS.filter(({ uploader }) => uploader === undefined),
      say,
    )
    say('메일에서 PIN을 읽습니다 · Reading PINs from the mails')
    for (const person of [cast.operators[1], ...cast.participants]) person.pin = await mailbox.find('pin', person.email)
    cast.operators[1].code = await mailbox.find('code', cast.operators[1].email)
    const second = await enter(cast.operators[1])
    documents.push(
      ...(await bring(
        second,
        DOCUMENTS.filter(({ uploader }) => uploader === 'second'),
        say,
      )),
    )
    say('참여자가 문서를 읽습니다 · Participants read')
    await actIn(operator, cast, { enter, documents })
  } finally {
    await Promise.allSettled(sessions.map((wire) => wire.leave()))
  }
}

async function invite(operator, { operators, participants }) {
  const everybody = [operators[1], ...participants]
  for (const language of ['ko', 'en']) {
    const people = everybody.filter((person) => person.language === language)
    const rows = people.map(({ name, email, division, position }) => ({ name, email, division, position }))
    const ids = await operator.speaking(language).invite(rows)
    for (const [index, person] of people.entries()) person.memberId = ids[index]
  }
  for (const { memberId, print, download } of participants) {
    if (print) await operator.setRight(memberId, 'print', true)
    if (download) await operator.setRight(memberId, 'download', true)
  }
  await operator.makeOperator(operators[1].memberId)
}

/** Makes documents and uploads them, some at a time; resolves to `{path, id}`. */
async function bring(wire, wanted, say) {
  const brought = []
  for (let from = 0; from < wanted.length; from += BATCH) {
    const batch = wanted.slice(from, from + BATCH)
    const files = []
    for (const document of batch) files.push([document.path, await makeDocument(document)])
    const ids = await wire.upload(files)
    brought.push(...batch.map(({ path }, index) => ({ path, id: ids[index] })))
    say(`문서 · Documents ${brought.length} / ${wanted.length}`)
  }
  return brought
}

async function actIn(operator, { participants }, { enter, documents }) {
  const present = participants.filter(({ absent }) => !absent)
  const idOf = (part) => documents.find(({ path }) => path.includes(part)).id
  const readers = await Promise.all(
    present.map(async (person) => {
      const wire = await enter(person)
      for (const [part, pages] of person.reads) await wire.read(idOf(part), pages)
      // While the watermark is on nobody downloads, and the log says who tried.
      if (person.downloads) await wire.download(person.downloads)
      return { person, wire }
    }),
  )
  await operator.setWatermark(false)
  for (const { person, wire } of readers.filter(({ person }) => person.downloads)) {
    if (!(await wire.download(person.downloads))) throw new Error(`the download of ${person.downloads} was refused`)
  }
  await operator.setWatermark(true)
  // Before the block, so that everybody left by themselves.
  await Promise.all(readers.map(({ wire }) => wire.leave()))
  for (const person of present.filter(({ toBlock }) => toBlock)) {
    await operator.setRight(person.memberId, 'access', false)
    person.blocked = true
  }
}
