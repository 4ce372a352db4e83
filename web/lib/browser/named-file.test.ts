import { describe, expect, it } from 'vitest'
import { namedFile } from './named-file.ts'

describe('a file to save', () => {
  it('has a name that every file system takes, with the day, and the type of its bytes', () => {
    const bytes = new Blob(['a'], { type: 'text/csv' })
    const file = namedFile(bytes, ' 갑/을: "실사" <1>|2?*\\ ', Date.UTC(2026, 0, 2), 'csv')
    expect(file.name).toBe('갑_을_ _실사_ _1__2___  2026-01-02.csv')
    expect(file.type).toBe('text/csv')
    expect(file.name).not.toMatch(/[\\/:*?"<>|]|^\s|\s$/)
  })
})
