import { BIDDERS, FIRST, REQUESTS, SECOND } from './questions.mjs'

export async function prepareQuestions(operator, { participants, operators }) {
  for (const { keys, ...group } of BIDDERS) {
    const id = await operator.makeGroup(group)
    const people = participants.filter(({ key }) => keys.includes(key))
    await operator.moveInto(
      id,
      people.map(({ memberId }) => memberId),
    )
  }
  const topics = await operator.addTopics('due-diligence')
  const legal = topics.filter(({ name }) => ['법률·계약', '소송·분쟁', '지식재산권'].includes(name))
  for (const { id } of legal)
    await operator.setTopic({ id, experts: [operators[1].memberId], approval: true })
  await operator.paceMails('daily')
  await operator.configureQuestions({ limits: { total: 100, day: 20 } })
}

/** Daily mails keep invitations within reach. @param asked one person's questions, whose ids go to `room.threads` */
async function askAll(room, wire, asked) {
  await wire.paceMails('daily')
  const topics = await wire.topics()
  for (const { topic, title, text, type, priority, isDraft, part } of asked) {
    const topicId = topics.find(({ name }) => name === topic)?.id ?? null
    const { id } = await wire.ask({
      type,
      title,
      text,
      topicId,
      ...(priority ? { priority } : {}),
      ...(isDraft ? { state: 'DRAFT' } : {}),
    })
    room.threads.set(title, { id, part })
  }
}

const keysOf = (asked) => [...new Set(asked.map(({ key }) => key))]

async function askEach(room, asked, as) {
  for (const key of keysOf(asked)) {
    await as(key, (wire) =>
      askAll(
        room,
        wire,
        asked.filter((each) => each.key === key),
      ),
    )
  }
}

export const askFirst = (room, as) => askEach(room, [...FIRST, ...REQUESTS], as)

export const askSecond = (room, as) => askEach(room, SECOND, as)

async function answer(wire, { id, links }, text) {
  await wire.enterThread(id, 'ANSWER', text, links)
}

async function approveAll(wire) {
  for (const thread of await wire.threads({ state: 'ANSWERED', type: 'QUESTION' })) {
    await wire.moveThread(thread, 'APPROVED')
    await wire.moveThread({ ...thread, rev: thread.rev + 1 }, 'DELIVERED')
  }
}

const linksTo = (room, part, idOf) => (part === undefined ? [] : [{ itemId: idOf(room, part) }])

export async function answerFirst(room, { asOperator, asSecond, as, idOf }) {
  await asOperator(async (operator) => {
    const threads = new Map((await operator.threads({})).map((thread) => [thread.id, thread]))
    for (const { title, answer: text, returned, part, faq } of FIRST) {
      const { id } = room.threads.get(title)
      if (text) await answer(operator, { id, links: linksTo(room, part, idOf) }, text)
      if (returned) await operator.moveThread(threads.get(id), 'RETURNED', { reason: returned })
      if (faq) await operator.publish(id, faq)
    }
    for (const [index, { title, part }] of REQUESTS.entries()) {
      if (part === undefined) continue
      const { id } = room.threads.get(title)
      await operator.fulfil({
        id,
        itemIds: [idOf(room, part)],
        state: index % 3 === 1 ? 'PARTLY' : 'ANSWERED',
      })
    }
  })
  await asSecond(approveAll)
  for (const { title, key } of FIRST.filter(({ withdrawn }) => withdrawn)) {
    await as(key, async (wire) => {
      const thread = (await wire.threads({})).find(({ id }) => id === room.threads.get(title).id)
      await wire.moveThread(thread, 'WITHDRAWN')
    })
  }
}

export async function answerSecond(room, { asOperator, asSecond, idOf }) {
  const { memberId } = room.cast.operators[1]
  await asOperator(async (operator) => {
    for (const { title, later, part } of SECOND)
      if (later)
        await answer(
          operator,
          { id: room.threads.get(title).id, links: linksTo(room, part, idOf) },
          later,
        )
    const waiting = await operator.threads({ state: 'SUBMITTED', sort: 'number' })
    for (const thread of waiting.slice(0, 4))
      await operator.moveThread(thread, 'ASSIGNED', { assignee: memberId, due: dayAhead(room, 3) })
  })
  await asSecond((second) => approveAll(second))
}

const DAY_MS = 86_400_000

const dayAhead = ({ now }, days) =>
  new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10)
