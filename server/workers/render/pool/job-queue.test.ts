import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JobQueue, type Line, type Owner } from './job-queue.ts'

interface Job {
  readonly room: string
  readonly owner: Owner
  readonly line: Line
  readonly name: string
}

const job = (owner: Owner, name: string, line: Line = 'visible', room = 'room'): Job => ({
  room,
  owner,
  name,
  line,
})

const LINES = ['visible', 'prefetch', 'last'] as const

function expectTurns(jobs: readonly Job[], of: (job: Job) => Owner | string): void {
  jobs.forEach((one, index) => {
    const again = jobs.findIndex((other, place) => place > index && of(other) === of(one))
    const between = jobs.slice(index + 1, again === -1 ? index + 1 : again).map(of)
    expect(new Set(between).size).toBe(between.length)
  })
}

function taken(queue: JobQueue<Job>, only?: 'visible'): string[] {
  const names: string[] = []
  for (let next = queue.take(only); next; next = queue.take(only)) names.push(next.name)
  return names
}

it.each<[string, Job[], string[]]>([
  [
    'the older first among those of one owner',
    [job(1, 'a'), job(1, 'b'), job(1, 'c')],
    ['a', 'b', 'c'],
  ],
  [
    'owners in turn, however many jobs one has',
    [job(1, 'a1'), job(1, 'a2'), job(1, 'a3'), job(2, 'b1'), job(2, 'b2')],
    ['a1', 'b1', 'a2', 'b2', 'a3'],
  ],
  [
    'the server itself in turn, too',
    [job(1, 'a1', 'prefetch'), job(1, 'a2', 'prefetch'), job(undefined, 's', 'prefetch')],
    ['a1', 's', 'a2'],
  ],
  [
    'visible ones first',
    [job(1, 'later', 'prefetch'), job(1, 'a'), job(2, 'b')],
    ['a', 'b', 'later'],
  ],
  [
    'one of four is a prefetched one, however many are visible',
    [
      ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => job(1, name)),
      job(2, 'p', 'prefetch'),
      job(2, 'q', 'prefetch'),
      job(2, 'r', 'prefetch'),
    ],
    ['a', 'b', 'c', 'p', 'd', 'e', 'f', 'q', 'g', 'r'],
  ],
  [
    'rooms in turn, however many members one has',
    [
      job(1, 'a1', 'visible', 'one'),
      job(2, 'a2', 'visible', 'one'),
      job(3, 'a3', 'visible', 'one'),
      job(4, 'b1', 'visible', 'two'),
      job(4, 'b2', 'visible', 'two'),
    ],
    ['a1', 'b1', 'a2', 'b2', 'a3'],
  ],
  [
    'slow ones after all others, but for one of four later ones',
    [
      job(1, 's', 'last'),
      job(1, 't', 'last'),
      ...['p', 'q', 'r', 'u', 'v'].map((name) => job(1, name, 'prefetch')),
      job(2, 'a'),
    ],
    ['a', 'p', 'q', 'r', 's', 'u', 'v', 't'],
  ],
])('takes %s', (_, jobs, expected) => {
  const queue = new JobQueue<Job>()
  for (const each of jobs) queue.add(each)
  expect(taken(queue)).toEqual(expected)
  expect(queue.size).toBe(0)
})

it('with room for visible ones alone leaves the others where they are', () => {
  const queue = new JobQueue<Job>()
  for (const each of [
    job(1, 'p', 'prefetch'),
    ...['a', 'b', 'c', 'd', 'e'].map((name) => job(1, name)),
  ])
    queue.add(each)
  expect(taken(queue, 'visible')).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(taken(queue)).toEqual(['p'])
})

it('loses none and gives none twice; what is taken out is gone; nobody waits for more than one job of each other room, and in it of each other owner', () => {
  const owner = fc.constantFrom<Owner>(undefined, 1, 2, 3)
  const step = fc.oneof(
    fc.record({
      does: fc.constant('add' as const),
      owner,
      room: fc.constantFrom('one', 'two'),
      line: fc.constantFrom(...LINES),
    }),
    fc.record({ does: fc.constant('remove' as const), index: fc.nat(30) }),
    fc.record({ does: fc.constant('take' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const queue = new JobQueue<Job>()
      const waiting = new Set<Job>()
      steps.forEach((each, index) => {
        if (each.does === 'add') {
          const added = job(each.owner, `${index}`, each.line, each.room)
          queue.add(added)
          waiting.add(added)
        } else if (each.does === 'remove') {
          const unwanted = [...waiting][each.index]
          if (!unwanted) return
          queue.remove(unwanted)
          queue.remove(unwanted)
          waiting.delete(unwanted)
        } else {
          const next = queue.take()
          expect(next === undefined).toBe(waiting.size === 0)
          if (next) expect(waiting.delete(next)).toBe(true)
        }
        expect(queue.size).toBe(waiting.size)
        for (const who of [undefined, 1, 2, 3])
          expect(queue.sizeOf(who)).toBe([...waiting].filter((one) => one.owner === who).length)
      })
      const rest: Job[] = []
      for (let next = queue.take(); next; next = queue.take()) rest.push(next)
      for (const line of LINES) {
        const inLine = rest.filter((one) => one.line === line)
        expectTurns(inLine, ({ room }) => room)
        for (const room of ['one', 'two'])
          expectTurns(
            inLine.filter((one) => one.room === room),
            ({ owner }) => owner,
          )
      }
    }),
  )
})

it('has rooms with jobs at work wait behind those with none, in each line, and lets them go on where no other waits', () => {
  for (const line of LINES) {
    const queue = new JobQueue<Job>()
    for (const name of ['a', 'b', 'c']) queue.add(job(1, name, line, 'hostile'))
    queue.add(job(2, 'other', line, 'other'))
    const busy = new Set(['hostile'])
    const names = Array.from({ length: 4 }, () => queue.take(undefined, busy)?.name)
    expect(names).toEqual(['other', 'a', 'b', 'c'])
  }
})
