import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from './language.ts'
import { NOTICE, NOTICES } from './notice.ts'

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')

describe('the confidentiality notice', () => {
  /** A new text needs a new version. */
  it('says in each version what it has said from the first day on', () => {
    const digests = NOTICES.flatMap(({ version, text }) =>
      LANGUAGES.map((language) => `${version} ${language} ${digestOf(text[language])}`),
    )
    expect(digests).toEqual([
      '1 ko 06e3650bf91b0e31f94ea4a508f07aab0695f60c3b5168b1b88dd263252f0def',
      '1 en c8f82cc0439e3d2a9182d2efe9171b3598369a422bb310d4ae174b31c447aa03',
      '2 ko 4bda7a4fb5862d8a3b89d6562e178bb4dee6430bedcebaf84afcce991ea1618d',
      '2 en b7063ad9458a7b32ec4f25cc4761b247d91f51226dbc4afa4e485ba747efb4c1',
      '3 ko 4f02c9b753199a6d8747036e5c2c7e592cea6e05a283e24cc454562c3c591802',
      '3 en e7a183736d015ddd5270278af1a74bd01609fd1858bcaf785679244663ef7407',
    ])
  })

  it('is the newest version, and versions are counted from 1', () => {
    expect(NOTICES.map(({ version }) => version)).toEqual(NOTICES.map((_, index) => index + 1))
    expect(NOTICES.at(-1)).toBe(NOTICE)
  })

  it('says as much in each language', () => {
    for (const { text } of NOTICES) {
      expect(text.en).toHaveLength(text.ko.length)
      for (const section of LANGUAGES.flatMap((language) => text[language])) {
        expect(section.title.trim()).toBe(section.title)
        expect(section.text).toMatch(/^\S.*\.$/)
      }
    }
    expect(NOTICE.text.en.some(({ text }) => /[가-힣]/.test(text))).toBe(false)
    expect(NOTICE.text.ko.every(({ text }) => /[가-힣]/.test(text))).toBe(true)
  })
})
