import fc from 'fast-check'
import { expect, it } from 'vitest'
import { JobQueue, type Owner, type Priority } from './job-queue.ts'

interface Job {
  readonly owner: Owner
  readonly priority: Priority
  readonly name: string
}

const job = (owner: Owner, name: string, priority: Priority = 'visible'): Job => ({ owner, name, priority })

function taken(queue: JobQueue<Job>, only?: 'visible'): string[] {
  const names: string[] = []
  for (let next = queue.take(only); next; next = queue.take(only)) names.push(next.name)
  return names
}

it.each<[string, Job[], string[]]>([
  ['the older first among those of one owner', [job(1, 'a'), job(1, 'b'), job(1, 'c')], ['a', 'b', 'c']],
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
  ['visible ones first', [job(1, 'later', 'prefetch'), job(1, 'a'), job(2, 'b')], ['a', 'b', 'later']],
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
])('takes %s', (_, jobs, expected) => {
  const queue = new JobQueue<Job>()
  for (const each of jobs) queue.add(each)
  expect(taken(queue)).toEqual(expected)
  expect(queue.size).toBe(0)
})

it('with room for visible ones alone leaves the others where they are', () => {
  const queue = new JobQueue<Job>()
  for (const each of [job(1, 'p', 'prefetch'), ...['a', 'b', 'c', 'd', 'e'].map((name) => job(1, name))]) queue.add(each)
  expect(taken(queue, 'visible')).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(taken(queue)).toEqual(['p'])
})

it('loses none and gives none twice; what is taken out is gone; nobody waits for more than one job of each other owner', () => {
  const owner = fc.constantFrom<Owner>(undefined, 1, 2, 3)
  const step = fc.oneof(
    fc.record({ does: fc.constant('add' as const), owner, priority: fc.constantFrom<Priority>('visible', 'prefetch') }),
    fc.record({ does: fc.constant('remove' as const), index: fc.nat(30) }),
    fc.record({ does: fc.constant('take' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const queue = new JobQueue<Job>()
      const waiting = new Set<Job>()
      steps.forEach((each, index) => {
        if (each.does === 'add') {
          const added = job(each.owner, `${index}`, each.priority)
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
        for (const who of [undefined, 1, 2, 3]) expect(queue.sizeOf(who)).toBe([...waiting].filter((one) => one.owner === who).length)
      })
      // From here on nothing comes: within a lane, between two jobs of an owner there is one at most of each other.
      const rest: Job[] = []
      for (let next = queue.take(); next; next = queue.take()) rest.push(next)
      for (const priority of ['visible', 'prefetch'] as const) {
        const lane = rest.filter((one) => one.priority === priority)
        lane.forEach((one, index) => {
          const again = lane.findIndex((other, place) => place > index && other.owner === one.owner)
          const between = lane.slice(index + 1, again === -1 ? index + 1 : again).map((other) => other.owner)
          expect(new Set(between).size).toBe(between.length)
        })
      }
    }),
  )
})
