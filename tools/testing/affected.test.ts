import { describe, expect, test } from 'vitest'
import { affectedBy, emptyAreas } from './affected.mjs'

describe('what a change affects', () => {
  test('a page formula runs the tests that import it, and none that does not', () => {
    const { everything, unit, stories } = affectedBy(['paper/space/page-space.ts'])
    expect(everything).toBeUndefined()
    expect(unit).toContain('paper/space/page-space.test.ts')
    expect(unit).not.toContain('contract/core/pin.test.ts')
    expect(stories).toContain('e2e/reading/enter-and-read.spec.ts')
  })

  test('a test file runs itself alone', () => {
    expect(affectedBy(['contract/core/pin.test.ts'])).toEqual({
      everything: undefined,
      unit: ['contract/core/pin.test.ts'],
      components: [],
      stories: [],
      slow: [],
    })
  })

  test('a feature of the web runs the component tests of the client and the stories that walk through it', () => {
    const { components, stories } = affectedBy(['web/features/documents/list/items-grid.tsx'])
    expect(components).toContain('web/features/documents/list/items-grid.test.tsx')
    expect(stories).toContain('e2e/reading/browse.spec.ts')
    expect(stories).not.toContain('e2e/entering/enter.spec.ts')
  })

  test('a feature of the server runs its tests, those of features that take something from it, and what stands before all of them', () => {
    const { unit, components, stories } = affectedBy([
      'server/features/dashboard/dashboard.read.ts',
    ])
    expect(unit).toContain('server/test/matrix/authorization-matrix.test.ts')
    expect(unit).toContain('server/test/matrix/gate.test.ts')
    expect(
      unit
        .filter((file) => file.startsWith('server/features/'))
        .every((file) => file.includes('/dashboard/')),
    ).toBe(true)
    expect(components).toEqual([])
    expect(stories).toContain('e2e/reading/enter-and-read.spec.ts')
    expect(affectedBy(['server/features/documents/documents.read.ts']).unit).toContain(
      'server/features/delivery/viewing/read-page.test.ts',
    )
  })

  test('what lies below all features runs the tests of each of them', () => {
    const { unit } = affectedBy(['server/access/policies.ts'])
    for (const feature of ['delivery', 'esign', 'messages', 'archive'])
      expect(unit.some((file) => file.startsWith(`server/features/${feature}/`))).toBe(true)
    expect(affectedBy(['web/ui/state/states.tsx']).components.length).toBeGreaterThan(20)
  })

  test('a program that is started by name counts as imported', () => {
    expect(affectedBy(['server/workers/render/render.worker.ts']).slow).toContain(
      'server/workers/render/pool/render-pool.slow.test.ts',
    )
  })

  test.each([
    ['a migration', 'server/migrations/0001_base.sql'],
    ['a text of the interface', 'web/locales/ko/app.json'],
    ['the lockfile', 'package-lock.json'],
    ['the contract', 'contract/core/limits.ts'],
    ['a configuration of tests', 'vitest.config.ts'],
    ['a file of unknown type', 'server/features/rooms/table.xyz'],
  ])('%s runs everything', (_, path) => {
    expect(affectedBy(['docs/architecture.md', path]).everything).toBe(path)
  })

  test('a page of documentation runs no test', () => {
    expect(affectedBy(['docs/architecture.md', 'README.md'])).toEqual({
      everything: undefined,
      unit: [],
      components: [],
      stories: [],
      slow: [],
    })
  })

  test('every area of the product has a story', () => {
    expect(emptyAreas()).toEqual([])
    expect(emptyAreas(['e2e/entering/enter.spec.ts'])).toContain(
      'tools/testing/affected.mjs: no spec belongs to the area "trash"'.replace('trash', 'verify'),
    )
  })
})
