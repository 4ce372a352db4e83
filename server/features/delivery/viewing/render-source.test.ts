import { describe, expect, it } from 'vitest'
import { RenderError, type RenderFailure } from '../../../workers/render/index.ts'
import { asRefusal, statusOfFailure } from './render-source.ts'

const once = (code: RenderFailure) => statusOfFailure(new RenderError(code), { repeated: false })
const again = (code: RenderFailure) => statusOfFailure(new RenderError(code), { repeated: true })

describe('what a failure says of the document', () => {
  it.each([
    ['LOCKED', 'LOCKED'],
    ['BROKEN', 'BROKEN'],
    ['TOO_LARGE', 'TOO_LARGE'],
    ['UNSUPPORTED', 'NO_PREVIEW'],
  ] as const)('%s is its own fault, at once', (code, status) => {
    expect([once(code), again(code)]).toEqual([status, status])
  })

  it.each([
    ['TIMEOUT', 'SLOW'],
    ['CRASHED', 'BROKEN'],
    ['MEMORY', 'TOO_LARGE'],
  ] as const)('%s is its own fault only when it comes again', (code, status) => {
    expect([once(code), again(code)]).toEqual([undefined, status])
  })

  it.each(['UNREADABLE', 'BUSY', 'CLOSED', 'NO_PAGE', 'BUDGET', 'STOPPED'] as const)(
    '%s never is',
    (code) => {
      expect([once(code), again(code)]).toEqual([undefined, undefined])
    },
  )

  it('nor is a failure that was remembered and not tried', () => {
    const remembered = new RenderError('TIMEOUT', 'used up', { isRemembered: true })
    expect(statusOfFailure(remembered, { repeated: true })).toBeUndefined()
  })

  it('nor is an error of anything but the workers', () => {
    expect(statusOfFailure(new Error('EMFILE'), { repeated: true })).toBeUndefined()
  })
})

describe('what a failed page is answered with', () => {
  it.each(['BUSY', 'CLOSED', 'CRASHED', 'BUDGET', 'STOPPED'] as const)(
    '%s asks to come again in two seconds',
    (code) => {
      expect(asRefusal(new RenderError(code))).toMatchObject({
        name: 'Refusal',
        code: 'BUSY',
        retryAfter: 2,
      })
    },
  )

  it('too little memory says that the document is too large', () => {
    expect(asRefusal(new RenderError('MEMORY'))).toMatchObject({
      code: 'DOCUMENT_TOO_LARGE',
      retryAfter: undefined,
    })
  })

  it('bytes that cannot be read are INTERNAL, without a time to retry', () => {
    expect(asRefusal(new RenderError('UNREADABLE', 'EIO'))).toMatchObject({
      name: 'Refusal',
      code: 'INTERNAL',
      retryAfter: undefined,
    })
  })

  it('an error of anything else stays what it is, so that it is logged', () => {
    const error = new Error('EMFILE')
    expect(asRefusal(error)).toBe(error)
  })
})
