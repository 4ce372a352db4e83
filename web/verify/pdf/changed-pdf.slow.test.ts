import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  copy,
  faults,
  fromLatin,
  hex,
  latin,
  plainPdf,
  provenIn,
  sign,
  swap,
} from '../../test/pdf/sealed-pdfs.ts'
import { type KeyPair, makeKey } from '../../test/sample-signer.ts'
import { checkPdf } from './check-pdf.ts'
import { findSignatures } from './find-signatures.ts'

let key: KeyPair
let bytes: Uint8Array<ArrayBuffer>

beforeAll(async () => {
  key = await makeKey('봉인 서버')
  bytes = await sign(key, await plainPdf())
})

function updated(
  from: Uint8Array,
  objects: Readonly<Record<number, string>>,
  trailer = '',
): Uint8Array<ArrayBuffer> {
  const text = latin(from)
  const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]
  const root = [...text.matchAll(/\/Root (\d+ \d+ R)/g)].at(-1)?.[1]
  let out = `${text}\n`
  let table = 'xref\n'
  for (const [number, body] of Object.entries(objects)) {
    table += `${number} 1\n${String(out.length).padStart(10, '0')} 00000 n \n`
    out += `${number} 0 obj\n${body}\nendobj\n`
  }
  const place = out.length
  return fromLatin(
    `${out}${table}trailer\n<</Size 900 /Root ${root} /Prev ${before} ${trailer}>>\nstartxref\n${place}\n%%EOF\n`,
  )
}

function catalogOf(from: Uint8Array): { number: number; body: string } {
  const text = latin(from)
  const number = Number([...text.matchAll(/\/Root (\d+) \d+ R/g)].at(-1)?.[1])
  const at = text.lastIndexOf(`\n${number} 0 obj`)
  return { number, body: text.slice(text.indexOf('<<', at), text.indexOf('endobj', at)).trim() }
}

const RANGE = /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/

describe('a sealed PDF that was changed', () => {
  it('is never whole, with any byte changed: each of 500 anywhere within what is covered', async () => {
    const [signature] = findSignatures(bytes)
    const { start = 0, end = 0 } = signature?.contents ?? {}
    const covered = fc
      .integer({ min: 0, max: bytes.length - 1 })
      .filter((at) => at < start || at >= end)
    await fc.assert(
      fc.asyncProperty(covered, fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = copy(bytes)
        changed[at] = (changed[at] ?? 0) ^ change
        const { state, signatures } = await checkPdf(changed)
        expect(['altered', 'unsigned']).toContain(state)
        expect(provenIn(signatures)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('within the signature is not proven, or says the same: what of a message nobody signs says nothing here', async () => {
    const { start = 0 } = findSignatures(bytes)[0]?.contents ?? {}
    const { signatures: before } = await checkPdf(bytes)
    let broken = 0
    for (let at = start + 1; at < start + 2400; at += 37) {
      const changed = copy(bytes)
      const digit = Number.parseInt(String.fromCharCode(changed[at] ?? 0), 16)
      changed[at] = ((digit + 1) % 16).toString(16).charCodeAt(0)
      const { state, signatures } = await checkPdf(changed)
      if (state === 'altered') broken += 1
      else expect(signatures, `digit ${at - start}`).toEqual(before)
    }
    expect(broken).toBeGreaterThan(50)
  })

  it('in any of these ways is reported as what it is', async () => {
    const contents = findSignatures(bytes)[0]?.contents
    const digits = latin(bytes).slice((contents?.start ?? 0) + 1, (contents?.end ?? 0) - 1)
    const other = findSignatures(await sign(key, await plainPdf(), { reason: 'other' }))[0]
      ?.contents
    const otherDigits = Buffer.from(other?.bytes ?? [])
      .toString('hex')
      .padEnd(digits.length, '0')
      .slice(0, digits.length)
    const ranged = (
      change: (a: number, b: number, c: number, d: number) => readonly (number | string)[],
    ) =>
      swap(bytes, RANGE, (all, ...numbers) => {
        const [a = 0, b = 0, c = 0, d = 0] = numbers.slice(0, 4).map(Number)
        return `/ByteRange [${change(a, b, c, d).join(' ')}]`.padEnd(all.length, ' ')
      })
    const { number, body } = catalogOf(bytes)
    const cases: readonly (readonly [
      what: string,
      bytes: Uint8Array<ArrayBuffer>,
      state: string,
      fault: string,
    ])[] = [
      ['a page replaced behind', updated(bytes, { 3: '<</Type /Page>>' }), 'appended', 'more'],
      [
        'a catalog that shows other pages',
        updated(bytes, { [number]: body.replace(/\/Pages \d+/, '/Pages 800') }),
        'appended',
        'more',
      ],
      ['a blank behind', fromLatin(`${latin(bytes)} `), 'whole', 'proofs'],
      ['a comment behind', fromLatin(`${latin(bytes)}% signed again\n`), 'whole', 'proofs'],
      ['anything behind', fromLatin(`${latin(bytes)}\nsomething`), 'appended', 'more'],
      ['an end cut off', copy(bytes.subarray(0, -3)), 'altered', 'range-beyond'],
      ['something in front', fromLatin(`%PDF-1.4\n${latin(bytes)}`), 'altered', 'range-gap'],
      ['a range from elsewhere', ranged((_, b, c, d) => [1, b, c, d]), 'altered', 'range-start'],
      ['a range of nothing', ranged(() => [0, 0, 0, 0]), 'altered', 'range-shape'],
      ['a range of two numbers', ranged(() => [0, 99]), 'altered', 'range-shape'],
      ['a range of names', ranged(() => ['/a', 1, 2, 3]), 'altered', 'range-shape'],
      [
        'a range that goes back',
        ranged((a, b, _, d) => [a, b, b - 9, d]),
        'altered',
        'range-shape',
      ],
      ['a longer range', ranged((a, b, c, d) => [a, b, c, d + 1]), 'altered', 'range-beyond'],
      ['a shorter range', ranged((a, b, c, d) => [a, b, c, d - 7]), 'altered', 'altered'],
      ['a wider gap', ranged((a, b, c, d) => [a, b - 20, c, d]), 'altered', 'range-gap'],
      [
        'a gap that something was moved into',
        ranged((a, b, c, d) => [a, b, c + 9, d - 9]),
        'altered',
        'range-gap',
      ],
      ['no gap', ranged((a, b, _, d) => [a, b, b, d]), 'altered', 'range-gap'],
      ['another signature', swap(bytes, digits, otherDigits), 'altered', 'altered'],
      ['no signature', swap(bytes, digits, '0'.repeat(digits.length)), 'altered', 'range-empty'],
      [
        'garbage behind the signature',
        swap(bytes, digits, `${digits.slice(0, -2)}01`),
        'altered',
        'unreadable',
      ],
      [
        'a blank in the signature',
        swap(bytes, digits, `${digits.slice(0, -2)}  `),
        'altered',
        'range-gap',
      ],
      [
        'a garbled signature',
        swap(bytes, digits, digits.replaceAll('3', '4')),
        'altered',
        'unreadable',
      ],
      ['two ranges', swap(bytes, RANGE, (all = '') => `${all}${all}`), 'altered', 'range-shape'],
      [
        'another method',
        swap(bytes, 'ETSI.CAdES.detached', 'adbe.x509.rsa_sha1 '),
        'altered',
        'weak',
      ],
    ]
    for (const [what, changed, state, fault] of cases) {
      const verdict = await checkPdf(changed)
      expect({ what, state: verdict.state, faults: faults(verdict.signatures) }).toEqual({
        what,
        state,
        faults: [fault],
      })
      expect(verdict.sha256, what).not.toBe(hex(bytes))
    }
  })

  it('by fake certificates for later checks is reported as changed', async () => {
    const { number, body } = catalogOf(bytes)
    const withStore = body.replace(/>>$/, ' /DSS 800 0 R>>')
    const store = {
      800: '<</Type /DSS /Certs [801 0 R]>>',
      801: '<</Length 3>>\nstream\nabc\nendstream',
    }
    expect((await checkPdf(updated(bytes, { [number]: withStore, ...store }))).state).toBe('whole')
    const shown = latin(bytes).match(/\n(\d+) 0 obj\s*<<[^>]*\/Type \/Page\b/)?.[1] ?? '3'
    const cases: readonly (readonly [what: string, bytes: Uint8Array<ArrayBuffer>])[] = [
      [
        'a page as well',
        updated(bytes, { [number]: withStore, ...store, [shown]: '<</Type /Page>>' }),
      ],
      [
        'other pages',
        updated(bytes, { [number]: withStore.replace(/\/Pages \d+/, '/Pages 800'), ...store }),
      ],
      [
        'an action on opening',
        updated(bytes, { [number]: withStore.replace(/>>$/, '/OpenAction 801 0 R>>'), ...store }),
      ],
      [
        'the same key twice',
        updated(bytes, { [number]: withStore.replace(/>>$/, '/Pages 800 0 R>>'), ...store }),
      ],
      [
        'a store that is something else',
        updated(bytes, { [number]: withStore, 800: '<</Type /Catalog>>' }),
      ],
      [
        'a store with more in it',
        updated(bytes, { [number]: withStore, 800: '<</Type /DSS /Kids [801 0 R]>>' }),
      ],
      [
        'a form in place of bytes',
        updated(bytes, {
          [number]: withStore,
          801: '<</Length 1 /Subtype /Form>>\nstream\na\nendstream',
        }),
      ],
      ['another catalog', updated(bytes, store, '/Root 800 0 R')],
      ['an encryption', updated(bytes, store, '/Encrypt 800 0 R')],
      ['a hidden table', updated(bytes, store, '/XRefStm 20')],
      [
        'an object taken away',
        swap(
          updated(bytes, store),
          /801 1\n(\d{10}) 00000 n/,
          (_, at = '') => `${shown} 1\n${at} 65535 f`,
        ),
      ],
      [
        'a place elsewhere',
        swap(updated(bytes, store), /(801 1\n)\d{10}/, (_, head = '') => `${head}0000000015`),
      ],
      [
        'no way back',
        swap(updated(bytes, store), /\/Prev \d+ >>\nstartxref/, '/Prev 17 >>\nstartxref'),
      ],
      ['something between', swap(updated(bytes, store), '801 0 obj', '(a)\n801 0 obj')],
    ]
    for (const [what, changed] of cases) {
      const verdict = await checkPdf(changed)
      expect({ what, state: verdict.state, faults: faults(verdict.signatures) }).toEqual({
        what,
        state: 'appended',
        faults: ['more'],
      })
    }
  })
})
