import { describe, expect, test } from 'vitest'
import { affectedBy, emptyAreas } from './affected.mjs'

describe('what a change affects', () => {
  test('a page formula runs the tests that import it, and none that does not', () => {
    const { everything, unit, stories } = affectedBy(['paper/space/page-space.ts'])
    expect(everything).toBeUndefined()
    expect(unit).toContain('paper/space/page-space.test.ts')
    expect(unit).not.toContain('contract/core/pin.test.ts')
    expect(stories).toContain('e2e/enter-and-read.spec.ts')
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
    const { components, stories } = affectedBy(['web/features/documents/items-grid.tsx'])
    expect(components).toContain('web/features/documents/items-grid.test.tsx')
    expect(stories).toContain('e2e/trash.spec.ts')
    expect(stories).not.toContain('e2e/guide.spec.ts')
  })

  test('a program that is started by name counts as imported', () => {
    expect(affectedBy(['server/workers/render/render.worker.ts']).unit).toContain('server/workers/render/render-pool.test.ts')
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
    expect(emptyAreas(['e2e/enter.spec.ts'])).toContain(
      'tools/testing/affected.mjs: no spec belongs to the area "trash"'.replace('trash', 'verify'),
    )
  })
})
