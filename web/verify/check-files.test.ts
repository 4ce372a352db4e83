import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sentenceOf } from '../../contract/features/activity/activity-sentences.ts'
import { toBase64, utf8 } from '../../contract/proof/bytes.ts'
import { checkpointText, originOf } from '../../contract/proof/checkpoint.ts'
import type { ExportFilter } from '../../contract/proof/history-export.ts'
import { type LogEntry, leafData } from '../../contract/proof/log-entry.ts'
import { leafInput, nodeInput } from '../../contract/proof/merkle.ts'
import { keyIdInput, signedNote } from '../../contract/proof/signed-note.ts'
import { describeVerdict, soundnessOf } from '../../contract/proof/verdict-words.ts'
import { checkFiles, type FileResult } from './check-files.ts'
import { browserCrypto } from './crypto-provider.ts'

const { privateKey, publicKey: keyObject } = generateKeyPairSync('ed25519')
const publicKey = keyObject.export({ format: 'der', type: 'spki' }).subarray(-32)

const DAY_MS = 24 * 3_600_000
const START = Date.parse('2026-11-01T09:00:00.000Z')
const timeOf = (seq: number) => new Date(START + seq * DAY_MS).toISOString()

const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest()

/** RFC 6962, 2.1 and 2.1.1 define the split. */
const splitOf = (size: number): number => 2 ** (Math.ceil(Math.log2(size)) - 1)
const rootOf = (leaves: readonly Buffer[]): Buffer => {
  const [only = Buffer.alloc(32)] = leaves
  if (leaves.length === 1) return only
  const at = splitOf(leaves.length)
  return sha256(nodeInput(rootOf(leaves.slice(0, at)), rootOf(leaves.slice(at))))
}
const pathOf = (index: number, leaves: readonly Buffer[]): Buffer[] => {
  if (leaves.length === 1) return []
  const at = splitOf(leaves.length)
  const [left, right] = [leaves.slice(0, at), leaves.slice(at)]
  return index < at
    ? [...pathOf(index, left), rootOf(right)]
    : [...pathOf(index - at, right), rootOf(left)]
}

const entryOf = (seq: number): LogEntry => ({
  id: seq + 1,
  at: timeOf(seq),
  kind: seq % 2 === 0 ? 'session.joined' : 'document.viewed',
  userId: 1 + (seq % 2),
  memberId: 1,
  itemId: seq % 2 === 0 ? null : 9,
  doer: { name: '가', position: '', email: '', address: '' },
  details: { name: 'a.pdf' },
  salt: toBase64(new Uint8Array(16)),
})

class Log {
  readonly #origin = originOf(randomUUID())

  noteOf(size: number): string {
    const at = new Date(Date.parse(timeOf(size - 1)) + 300_000).toISOString()
    const text = checkpointText({
      origin: this.#origin,
      size,
      root: rootOf(this.#leavesOf(size)),
      at,
    })
    return signedNote(
      text,
      this.#origin,
      sha256(keyIdInput(this.#origin, publicKey)),
      sign(null, utf8(text), privateKey),
    )
  }

  export(size: number, { filter = {}, keep = () => true, at = timeOf(size) }: ExportOptions = {}) {
    const leaves = this.#leavesOf(size)
    const entries = leaves
      .map((_, seq) => ({
        seq,
        description: '',
        entry: entryOf(seq),
        proof: pathOf(seq, leaves).map(toBase64),
      }))
      .filter(({ entry }) => keep(entry))
    return {
      format: 'sealroom-history/1',
      roomNo: '2611-0001',
      roomName: '룸',
      exportedAt: at,
      filter,
      checkpoint: this.noteOf(size),
      publicKey: toBase64(publicKey),
      entries,
    }
  }

  #leavesOf(size: number): Buffer[] {
    return Array.from({ length: size }, (_, seq) => sha256(leafInput(leafData(entryOf(seq)))))
  }
}

interface ExportOptions {
  readonly filter?: ExportFilter & { readonly [name: string]: unknown }
  readonly keep?: (entry: LogEntry) => boolean
  readonly at?: string
}

const json = (name: string, content: object) => new File([JSON.stringify(content)], name)
const text = (name: string, content: string) => new File([content], name)

const check = (files: readonly File[], pasted: readonly string[] = []): Promise<FileResult[]> =>
  checkFiles(files, pasted, {
    means: browserCrypto,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  })

const reported = (results: readonly FileResult[]) =>
  results.flatMap((result) => {
    if (result.kind !== 'export') return []
    const { head, verdict } = result
    const { tone, title, lines } = describeVerdict(verdict, head, {
      language: 'en',
      zone: 'Asia/Seoul',
    })
    const notes = verdict.notes.map(({ state }) => state)
    return {
      sound: soundnessOf(verdict, head),
      fault: verdict.fault,
      notes,
      tone,
      title,
      lines: lines.join('\n'),
    }
  })

describe('the sentences of an export, which nobody has signed,', () => {
  it('are compared with the signed entries, in either language, and reported where one differs', async () => {
    const log = new Log()
    const whole = log.export(4)
    const worded = (change: (sentence: string, seq: number) => string) => ({
      ...whole,
      entries: whole.entries.map((each) => ({
        ...each,
        description: change(
          sentenceOf(each.entry.kind, each.entry.details, each.seq % 2 === 0 ? 'ko' : 'en'),
          each.seq,
        ),
      })),
    })
    const [same] = reported(
      await check([
        json(
          'a',
          worded((sentence) => sentence),
        ),
      ]),
    )
    expect(same).toMatchObject({ sound: 'sound', tone: 'good' })
    expect(same?.lines).toContain('are not signed')
    const [changed] = reported(
      await check([
        json(
          'a',
          worded((sentence, seq) => (seq === 2 ? 'NOTHING HAPPENED' : sentence)),
        ),
      ]),
    )
    expect(changed).toMatchObject({
      sound: 'part',
      fault: undefined,
      tone: 'warn',
      title: 'Sentences differ from their entries',
    })
    expect(changed?.lines).toMatch(/signed entries: 1\.[\s\S]*No\. 2 /)
    expect(changed?.lines).not.toContain('NOTHING HAPPENED')
    const broken = worded(() => 'NOTHING HAPPENED')
    const [first] = broken.entries
    const forged = {
      ...broken,
      entries: [{ ...first, entry: { ...first?.entry, userId: 77 } }, ...broken.entries.slice(1)],
    }
    expect(reported(await check([json('a', forged)]))).toMatchObject([
      { sound: 'unsound', fault: 'BAD_ENTRY', tone: 'bad' },
    ])
  })
})

describe('an export and a checkpoint that was kept', () => {
  it('of a log that was put back to what it was, is never sound, and a fault where the checkpoint is from before the export', async () => {
    const log = new Log()
    const good = { sound: 'sound', fault: undefined, tone: 'good' }
    expect(reported(await check([json('a', log.export(7))]))).toMatchObject([good])
    expect(
      reported(await check([json('a', log.export(7))], [log.noteOf(5), log.noteOf(7)])),
    ).toMatchObject([{ ...good, notes: ['kept'] }])
    const rolledBack = log.export(5, { at: timeOf(30) })
    for (const results of [
      await check([json('a', rolledBack)], [log.noteOf(7)]),
      await check([json('a', rolledBack), text('checkpoint.txt', log.noteOf(7))]),
    ])
      expect(reported(results)).toMatchObject([
        { sound: 'unsound', fault: 'OTHER_HISTORY', notes: ['cut-off'], tone: 'bad' },
      ])
    // The file may be older, so the result is unknown.
    const older = reported(await check([json('a', log.export(5))], [log.noteOf(7)]))
    expect(older).toMatchObject([
      { sound: 'unsound', fault: undefined, notes: ['later'], tone: 'warn' },
    ])
    expect(older[0]?.title).toBe('The checkpoint you kept covers more entries')
    expect(older[0]?.lines).toContain('Either the export is older, or entries were removed')
    const [part] = reported(
      await check(
        [json('a', log.export(5, { filter: { userId: 1 }, keep: ({ userId }) => userId === 1 }))],
        [log.noteOf(7)],
      ),
    )
    expect(part).toMatchObject({ sound: 'unsound', tone: 'warn', title: older[0]?.title })
    expect(part?.lines).toContain('person no. 1')
    const signedAt = Date.parse(log.noteOf(7).split('\n')[3] ?? '')
    for (const [after, state] of [
      [59_000, 'later'],
      [61_000, 'cut-off'],
    ] as const) {
      const at = new Date(signedAt + after).toISOString()
      expect(
        reported(await check([json('a', log.export(5, { at }))], [log.noteOf(7)])),
      ).toMatchObject([{ notes: [state] }])
    }
  })

  it('is compared with the checkpoints of other exports of its room alone, and with all that are given as such', async () => {
    const [one, other] = [new Log(), new Log()]
    const good = { sound: 'sound', notes: [], tone: 'good' }
    const both = [json('history.json', one.export(4)), json('history.json', other.export(6))]
    const results = await check(both)
    expect(reported(results)).toMatchObject([good, good])
    expect(results.map(({ name, number }) => ({ name, number }))).toEqual([
      { name: 'history.json', number: 0 },
      { name: 'history.json', number: 1 },
    ])
    expect(
      reported(await check([json('old', one.export(4)), json('new', one.export(6))])),
    ).toMatchObject([
      { notes: ['later'], tone: 'warn' },
      { notes: ['kept'], tone: 'good' },
    ])
    expect(reported(await check([...both, text('checkpoint.txt', other.noteOf(5))]))).toMatchObject(
      [
        { fault: 'OTHER_HISTORY', notes: ['other-log'], tone: 'bad' },
        { fault: undefined, notes: ['kept'], tone: 'good' },
      ],
    )
    expect(reported(await check(both, [one.noteOf(2)]))).toMatchObject([
      { notes: ['kept'] },
      { notes: ['other-log'], tone: 'bad' },
    ])
  })
})

describe('an export by a filter', () => {
  const log = new Log()
  const verdictOf = async (options: ExportOptions) =>
    reported(await check([json('a', log.export(8, options))]))[0]

  it('is reported as a part with its filter, and not as a whole export', async () => {
    const filters: readonly (readonly [ExportFilter, (entry: LogEntry) => boolean, string])[] = [
      [{ userId: 2 }, ({ userId }) => userId === 2, '(person no. 2)'],
      [{ itemId: 9 }, ({ itemId }) => itemId === 9, '(document no. 9)'],
      [{ type: 'view' }, ({ kind }) => kind === 'document.viewed', "(type 'View')"],
      [
        { from: '2026-11-03', to: '2026-11-04' },
        ({ id }) => id === 3 || id === 4,
        '(from 2026-11-03, to 2026-11-04)',
      ],
      [{ userId: 1 }, () => false, '(person no. 1)'],
    ]
    for (const [filter, keep, words] of filters) {
      const verdict = await verdictOf({ filter, keep })
      expect(verdict).toMatchObject({
        sound: 'part',
        fault: undefined,
        tone: 'warn',
        title: 'This is only part of the log',
      })
      expect(verdict?.lines).toContain(words)
    }
  })

  it('that was put in to excuse that entries are missing is found by those that do not fit it', async () => {
    const keep = ({ id }: LogEntry) => id !== 4
    for (const filter of [
      { userId: 1 },
      { itemId: 9 },
      { type: 'login' },
      { type: 'none' },
      { from: '2026-11-05' },
      { to: '2026-11-05' },
    ])
      expect(await verdictOf({ filter, keep }), JSON.stringify(filter)).toMatchObject({
        sound: 'unsound',
        fault: 'OUTSIDE_FILTER',
        tone: 'bad',
      })
    expect(await verdictOf({ filter: { anything: 1 }, keep })).toMatchObject({
      sound: 'unsound',
      tone: 'bad',
      title: 'Entries are missing',
    })
  })
})

it('a key that cannot be one has signed nothing', async () => {
  const signature = sign(null, utf8('a'), privateKey)
  expect(await browserCrypto.verify(publicKey, signature, utf8('a'))).toBe(true)
  expect(await browserCrypto.verify(publicKey.subarray(1), signature, utf8('a'))).toBe(false)
})
