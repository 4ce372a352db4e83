import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonFault, scanJson } from './scan-json.ts'

const BOUNDS = { depth: 4, values: 12 }

type Model =
  | { readonly scalar: string }
  | { readonly array: readonly Model[] }
  | { readonly object: readonly (readonly [Key, Model])[] }
interface Key {
  readonly text: string
  readonly written: string
}

const escaped = (text: string, how: number): string =>
  `"${[...text]
    .map((letter, index) => {
      if ((how >> (index % 8)) % 2 === 0) return JSON.stringify(letter).slice(1, -1)
      const units = Array.from({ length: letter.length }, (_, at) =>
        letter.charCodeAt(at).toString(16).padStart(4, '0'),
      )
      return units.map((unit) => `\\u${how % 3 === 0 ? unit.toUpperCase() : unit}`).join('')
    })
    .join('')}"`

const texts = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'id',
    '',
    '\\',
    '"',
    '\\"',
    '{',
    '[',
    '}',
    ']',
    ',',
    ':',
    '가',
    '😀',
    '\u0000',
    '__proto__',
    'a,"b":[1',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
const written = fc
  .tuple(texts, fc.nat(255))
  .map(([text, how]): Key => ({ text, written: escaped(text, how) }))

const { model } = fc.letrec<{ model: Model }>((tie) => ({
  model: fc.oneof(
    { maxDepth: 6, depthSize: 'medium' },
    fc.oneof(
      written.map((text): Model => ({ scalar: text.written })),
      fc
        .constantFrom('0', '-1.5e+3', 'true', 'false', 'null', '1e-7')
        .map((scalar): Model => ({ scalar })),
    ),
    fc.array(tie('model'), { maxLength: 4 }).map((array): Model => ({ array })),
    fc
      .array(fc.tuple(written, tie('model')), { maxLength: 4 })
      .map((object): Model => ({ object })),
  ),
}))

const space = fc.constantFrom('', ' ', '\n', '\t\r ')

function textOf(value: Model, gap: string): string {
  if ('scalar' in value) return value.scalar
  if ('array' in value)
    return `[${gap}${value.array.map((each) => textOf(each, gap)).join(`${gap},${gap}`)}${gap}]`
  return `{${gap}${value.object.map(([key, each]) => `${key.written}${gap}:${gap}${textOf(each, gap)}`).join(`,${gap}`)}${gap}}`
}

const below = (value: Model): readonly Model[] =>
  'scalar' in value ? [] : 'array' in value ? value.array : value.object.map(([, each]) => each)

const countOf = (value: Model): number =>
  1 + below(value).reduce((sum, each) => sum + countOf(each), 0)
const depthOf = (value: Model): number =>
  'scalar' in value ? 0 : 1 + Math.max(0, ...below(value).map(depthOf))
const hasTwice = (value: Model): boolean =>
  ('object' in value &&
    new Set(value.object.map(([key]) => key.text)).size < value.object.length) ||
  below(value).some(hasTwice)

const faultsOf = (value: Model): JsonFault[] => [
  ...(depthOf(value) > BOUNDS.depth ? (['depth'] as const) : []),
  ...(countOf(value) > BOUNDS.values ? (['values'] as const) : []),
  ...(hasTwice(value) ? (['duplicate'] as const) : []),
]

const scan = (text: string, bounds = BOUNDS) => scanJson(Buffer.from(text), bounds)

describe('the scan of JSON', () => {
  it('finds depth, number of values and doubled keys as a model of the text has them, however it is written', () => {
    fc.assert(
      fc.property(model, space, (value, gap) => {
        const text = `${gap}${textOf(value, gap)}${gap}`
        expect(() => JSON.parse(text)).not.toThrow()
        const fault = scan(text)
        const faults = faultsOf(value)
        if (fault === undefined) expect(faults).toEqual([])
        else expect(faults).toContain(fault)
      }),
      { numRuns: 2_000 },
    )
  })

  it('lets nothing pass that the parser takes and that has a key twice, deep or many: texts that were changed at random', () => {
    const change = fc.record({
      at: fc.nat(200),
      by: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', ' ', '1', 'a', ''),
    })
    fc.assert(
      fc.property(model, fc.array(change, { maxLength: 3 }), (value, changes) => {
        const text = changes.reduce(
          (before, { at, by }) => before.slice(0, at) + by + before.slice(at + 1),
          textOf(value, ''),
        )
        let parsed: unknown
        try {
          parsed = JSON.parse(text)
        } catch {
          return
        }
        if (scan(text) !== undefined) return
        const keys = (each: unknown): number =>
          typeof each === 'object' && each !== null
            ? (Array.isArray(each) ? 0 : Object.keys(each).length) +
              Object.values(each).reduce((sum: number, one) => sum + keys(one), 0)
            : 0
        const colons = text.replace(/"(?:[^"\\]|\\.)*"/g, '""').split(':').length - 1
        expect(keys(parsed)).toBe(colons)
      }),
      { numRuns: 2_000 },
    )
  })

  it.each<[string, JsonFault | undefined]>([
    ['{"a":1,"a":2}', 'duplicate'],
    ['{"a":1,"\\u0061":2}', 'duplicate'],
    ['{"\\u0061":1,"\\u0061":2}', 'duplicate'],
    ['{"/":1,"\\/":2}', 'duplicate'],
    ['{"":1,"":2}', 'duplicate'],
    ['{"가":1,"\\uac00":2}', 'duplicate'],
    ['{"x":{"a":1,"b":[{"c":1,"c":2}]}}', 'duplicate'],
    ['{"a":{"a":{"a":1}}}', undefined],
    ['[{"a":1},{"a":2}]', undefined],
    ['{"a":1,"A":2}', undefined],
    ['{"a":"a","b":"a"}', undefined],
    ['["a","a",{"a":["a","a"]}]', undefined],
    ['{"a":"\\",\\"a\\":1","b":"\\\\"}', undefined],
    ['{"a":"}],{","b":"[[[[[[[["}', undefined],
    ['"[[[[[[[[["', undefined],
    ['[[[[1]]]]', undefined],
    ['[[[[[1]]]]]', 'depth'],
    ['{"a":[{"a":[[', 'depth'],
    ['['.repeat(1_000_000), 'depth'],
    ['{"a":'.repeat(100_000), 'depth'],
    ['[]'.repeat(1_000_000), 'values'],
    [`[${'1,'.repeat(10)}1]`, undefined],
    [`[${'1,'.repeat(11)}1]`, 'values'],
    [`[${'"",'.repeat(11)}""]`, 'values'],
    [`{${Array.from({ length: 40 }, (_, index) => `"${index}"`).join(',')}`, 'values'],
    ['{"\\u00g0":1}', 'key'],
    ['{"a\\', 'key'],
    ['{"a":1,"a', undefined],
    ['"', undefined],
    ['', undefined],
    ['}}}}]]]]', undefined],
    ['{{{{', undefined],
  ])('of %.60s returns %j', (text, fault) => {
    expect(scan(text)).toBe(fault)
  })
})
