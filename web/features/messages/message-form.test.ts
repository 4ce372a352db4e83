import { describe, expect, it } from 'vitest'
import {
  amongUsers,
  draftOf,
  EMPTY_DRAFT,
  formOf,
  goesByLink,
  keptTextOf,
  missingIn,
  nameOfChoice,
  problemOfFile,
} from './message-form.ts'

const users = ['김하나', '이둘', '박셋'].map((name, index) => ({
  userId: index + 1,
  name,
  email: `u${index + 1}@example.com`,
}))
const named = (...ids: number[]) => nameOfChoice(users, new Set(ids))

describe('a draft', () => {
  it('misses the title first, then the content, then recipients where there is a choice of them [draft-order]', () => {
    expect(missingIn(EMPTY_DRAFT, true)).toBe('title')
    expect(missingIn({ ...EMPTY_DRAFT, title: ' ' }, true)).toBe('title')
    expect(missingIn({ ...EMPTY_DRAFT, title: '제목' }, true)).toBe('content')
    expect(missingIn({ ...EMPTY_DRAFT, title: '제목', content: '내용' }, true)).toBe('recipients')
    expect(missingIn({ ...EMPTY_DRAFT, title: '제목', content: '내용' }, false)).toBeUndefined()
    expect(
      missingIn({ ...EMPTY_DRAFT, title: '제목', content: '내용', chosen: new Set([1]) }, true),
    ).toBeUndefined()
  })

  it('names its recipients: all, one, the first and how many others [draft-names]', () => {
    expect(named()).toEqual({ kind: 'nobody' })
    expect(named(2)).toEqual({ kind: 'one', name: '이둘' })
    expect(named(3, 2)).toEqual({ kind: 'several', name: '이둘', count: 1 })
    expect(named(1, 2, 3)).toEqual({ kind: 'all' })
    expect(nameOfChoice(users.slice(0, 1), new Set([1]))).toEqual({ kind: 'one', name: '김하나' })
  })

  it('goes out with its sender; recipients and their choice only where an operator writes', () => {
    const draft = { ...EMPTY_DRAFT, title: '제목', content: '내용', chosen: new Set([2]) }
    const dataOf = (roleId: number) =>
      JSON.parse(
        String(
          formOf(draft, { roleId, roomId: 7, userId: 9, isOperatorArea: false }, users, {
            id: 5,
            name: '가.pdf',
          }).get('data'),
        ),
      )
    const sender = { roomId: 7, userId: 9 }
    expect(dataOf(5)).toEqual({
      title: '제목',
      content: '내용',
      itemId: 5,
      sender: { ...sender, roleId: 5 },
    })
    expect(dataOf(4)).toEqual({
      subject: '제목',
      content: '내용',
      itemId: 5,
      recipients: [{ name: '이둘', email: 'u2@example.com' }],
      sender: { ...sender, roleId: 4 },
    })
  })
})

describe('what is kept of a draft', () => {
  it('is its texts and recipients, without the file, and comes back as it was', () => {
    const draft = {
      title: '제목',
      content: '첫 줄\n둘째 줄',
      file: new File(['x'], 'a.pdf'),
      chosen: new Set([2, 3]),
    }
    const text = keptTextOf(draft) ?? ''
    expect(text).not.toContain('a.pdf')
    expect(draftOf(text)).toEqual({
      title: '제목',
      content: '첫 줄\n둘째 줄',
      chosen: new Set([2, 3]),
    })
    expect(keptTextOf({ ...EMPTY_DRAFT, file: draft.file })).toBeUndefined()
  })

  it('loses recipients to whom nobody can write any more, so that they are missed before it is sent', () => {
    const draft = { ...EMPTY_DRAFT, title: '제목', content: '내용', chosen: new Set([2, 9]) }
    expect(amongUsers(draft, users)).toEqual({ ...draft, chosen: new Set([2]) })
    const gone = amongUsers({ ...draft, chosen: new Set([9]) }, users)
    expect(gone).toEqual({ ...draft, chosen: new Set() })
    expect(missingIn(gone, true)).toBe('recipients')
    const whole = { ...draft, chosen: new Set([1, 3]) }
    expect(amongUsers(whole, users)).toBe(whole)
  })

  it('is nothing where it cannot be read', () => {
    expect(draftOf('{')).toEqual({})
    expect(draftOf('[]')).toEqual({ title: '', content: '', chosen: new Set() })
    expect(draftOf('{"title":1,"chosen":["x",2]}')).toEqual({
      title: '',
      content: '',
      chosen: new Set([2]),
    })
  })
})

describe('a file', () => {
  it.each([
    ['a.pdf', 1, undefined],
    ['A.PDF', 314_572_800, undefined],
    ['a.pdf', 314_572_801, 'fileSize'],
    ['a.pdf', 0, 'fileEmpty'],
    ['a.exe', 1, 'fileType'],
    ['pdf', 1, 'fileType'],
  ])('%s of %i bytes: %s [attachment-limit]', (name, size, problem) => {
    expect(problemOfFile({ name, size })).toBe(problem)
  })

  it.each([
    [10_000_000, 1, false],
    [10_000_001, 1, true],
    [10_000_000, 20, false],
    [10_000_000, 21, true],
    [9_523_809, 21, false],
  ])('of %i bytes to %i people goes by link: %s [link-limit]', (size, people, byLink) => {
    const file = new File([], 'a.pdf')
    Object.defineProperty(file, 'size', { value: size })
    const chosen = new Set(Array.from({ length: people }, (_, index) => index))
    expect(goesByLink({ ...EMPTY_DRAFT, file, chosen })).toBe(byLink)
    expect(goesByLink({ ...EMPTY_DRAFT, chosen })).toBe(false)
  })
})
