import { describe, expect, it } from 'vitest'
import { guideCard } from '../../../contract/features/guides.ts'
import { cardsByThemselves, GUIDES, helpAt } from './guides.ts'

describe('the help of a screen', () => {
  it('is the guide with the number of the specification', () => {
    expect(helpAt('/', false)).toMatchObject({ guide: 1 })
    expect(helpAt('/admin/upload', false)).toMatchObject({ guide: 2 })
    expect(helpAt('/admin/invitation', false)).toMatchObject({ guide: 3 })
    for (const path of ['/admin/dashboard', '/admin/history'])
      expect(helpAt(path, false)).toMatchObject({ guide: 4 })
  })

  it('is a guide of their own for questions, as participants and operators meet them', () => {
    expect(GUIDES[5]).toEqual(['asking'])
    expect(helpAt('/questions', false)).toMatchObject({ guide: 5 })
    expect(GUIDES[6]).toEqual(['answering'])
    expect(helpAt('/admin/questions', false)).toMatchObject({ guide: 6 })
  })

  it('is the manual where there is no guide, and at the gate, where nothing of the operator area is shown', () => {
    expect(helpAt('/admin/trash', false)).toEqual({ manual: { number: 5, tab: 'upload' } })
    for (const path of ['/admin/upload', '/admin/dashboard']) {
      expect(helpAt(path, true)).toEqual({ manual: { number: 3, tab: 'authentication' } })
    }
    expect(helpAt('/elsewhere', false)).toEqual({ manual: { number: 1 } })
  })
})

describe('the cards that show by themselves', () => {
  const upload = helpAt('/admin/upload', false)

  it('are those that were not closed: the upload guide has two, and hides once both are closed', () => {
    expect(cardsByThemselves(upload, [])).toEqual(['uploadFiles', 'uploadRoom'])
    expect(cardsByThemselves(upload, ['uploadFiles'])).toEqual(['uploadRoom'])
    expect(cardsByThemselves(upload, ['uploadRoom', 'viewing'])).toEqual(['uploadFiles'])
    expect(cardsByThemselves(upload, ['uploadRoom', 'uploadFiles'])).toEqual([])
    expect(cardsByThemselves(helpAt('/', false), ['uploadRoom', 'uploadFiles'])).toEqual([
      'viewing',
    ])
  })

  it('are none while nobody knows what was closed, on the dashboard, and where there is no guide', () => {
    expect(cardsByThemselves(upload, undefined)).toEqual([])
    expect(cardsByThemselves(helpAt('/admin/dashboard', false), [])).toEqual([])
    expect(cardsByThemselves(helpAt('/admin/trash', false), [])).toEqual([])
    expect(cardsByThemselves(helpAt('/admin/upload', true), [])).toEqual([])
  })

  it('can all be remembered as closed', () => {
    for (const card of Object.values(GUIDES).flat()) expect(guideCard.options).toContain(card)
  })
})
