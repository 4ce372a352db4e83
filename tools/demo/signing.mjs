import { setTimeout as wait } from 'node:timers/promises'
import { signable, signatureBox } from './documents/agreements.mjs'
import { signature } from './documents/pictures.mjs'
import { COMPANY } from './documents/words.mjs'
import { OPERATOR, PARTICIPANTS } from './people.mjs'
import { Wire } from './wire.mjs'

const SEALED_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 200
const READING_SECONDS = 6 * 60
const VALID_DAYS = 30

const SIGNERS = {
  haeon: { ...OPERATOR, firm: COMPANY, role: '대표이사', position: '대표이사' },
  ...Object.fromEntries(
    PARTICIPANTS.map((person) => [
      person.key,
      { ...person, firm: person.division, role: person.position },
    ]),
  ),
}

/** Signers are in box order. */
const DOCUMENTS = {
  nda: {
    name: '비밀유지계약서 (누리마루인베스트)',
    pages: 3,
    signers: ['hayun', 'haeon'],
    inTurn: true,
  },
  mou: { name: '인수 양해각서 (MOU)', pages: 4, signers: ['hayun', 'seojin', 'haeon'] },
  sale: { name: '주식매매계약서 초안 (v0.3)', pages: 5, signers: ['hayun', 'haeon'] },
}

const boxIdOf = (key) => `sign-${key}`

export async function draftToSign({ composed, roomNo }, operator, which) {
  const { name, pages, signers, inTurn } = DOCUMENTS[which]
  const people = signers.map((key) => SIGNERS[key])
  const notice = `${COMPANY} 인수와 관련한 문서입니다. 확인하신 뒤 서명해 주세요. (데이터룸 ${roomNo})`
  const templateId = await operator.composeUpload(
    `${name}.pdf`,
    signable({ name, pages, signers: people }),
    {
      notice,
      signValid: VALID_DAYS,
    },
  )
  composed.set(which, templateId)
  for (const [index, person] of people.entries()) {
    const participants = [{ name: person.name, email: person.email, order: inTurn ? index + 1 : 1 }]
    await operator.compose('addDocInfo', { templateId, type: 'SIGNER', participants })
  }
  const boxes = signers.map((key, index) => ({
    id: boxIdOf(key),
    typeName: 'SIGN',
    page: pages - 1,
    ...signatureBox(index),
    participant: SIGNERS[key].email,
  }))
  await operator.compose('updateUpload', { templateId, boxes })
}

export async function askToSign(room, operator, which) {
  await draftToSign(room, operator, which)
  await operator.compose('addInvite', { templateId: room.composed.get(which), members: [] })
}

export async function sign({ address, mailbox, clock }, which, key) {
  const { name, email, language } = SIGNERS[key]
  const token = await mailbox.find('link', email, DOCUMENTS[which].name)
  const wire = new Wire(address, language)
  await wire.sign(token, 'open')
  await clock.pass(READING_SECONDS)
  await wire.sign(token, 'complete', {
    consent: true,
    boxes: [{ id: boxIdOf(key), image: signature(name) }],
  })
}

export async function seal({ composed }, operator, which) {
  const patience = AbortSignal.timeout(SEALED_WITHIN_MS)
  for (;;) {
    const { status } = await operator.composed(composed.get(which))
    if (status === 'COMPLETED') return
    if (status !== 'SEALING' || patience.aborted)
      throw new Error(`a document that all have signed is ${status}`)
    await wait(LOOK_AGAIN_MS)
  }
}
