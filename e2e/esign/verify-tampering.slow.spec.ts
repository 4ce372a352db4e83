import { toBase64 } from '../../contract/proof/bytes.ts'
import { type ExportedEntry, historyExport } from '../../contract/proof/history-export.ts'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import { allSigned, story } from '../support/history-room.ts'
import { expect } from '../support/server-fixture.ts'
import { card, changed, drop, type Export, exportOf, file } from '../support/verifying/exports.ts'

const noteOf = async (wire: WireClient): Promise<string> => {
  const { json } = await wire.call('GET', `/room/api/room/checkpoint/${wire.me.roomId}`)
  return (json.payload as { note: string }).note
}

story(
  'every kind of tampering is named, with the entry that it was done to',
  async ({ watched: { page, wire } }) => {
    await allSigned(wire)
    const text = await exportOf(wire)
    const whole = historyExport.parse(JSON.parse(text))
    const target = whole.entries.findIndex(({ entry }) => entry?.kind === 'member.invited')
    const seq = whole.entries[target]?.seq
    const at = (change: (entry: ExportedEntry) => ExportedEntry) => (all: Export) => ({
      ...all,
      entries: all.entries.map((entry, index) => (index === target ? change(entry) : entry)),
    })
    const inside = (change: object) =>
      at((entry) => ({ ...entry, entry: { ...entry.entry, ...change } as ExportedEntry['entry'] }))
    const named = new RegExp(`순번 ${seq} · \\d{4}-\\d\\d-\\d\\d (오전|오후) \\d\\d:\\d\\d · `)
    const cases: readonly (readonly [what: string, text: string, title: string, says: RegExp])[] = [
      [
        'another name',
        changed(
          text,
          inside({ doer: { name: '다른 사람', position: '', email: '', address: '' } }),
        ),
        '바뀐 기록이 있습니다',
        named,
      ],
      [
        'another time',
        changed(text, inside({ at: '2020-01-01T00:00:00.000Z' })),
        '바뀐 기록이 있습니다',
        named,
      ],
      ['another document', changed(text, inside({ itemId: 7 })), '바뀐 기록이 있습니다', named],
      [
        'something added',
        changed(text, inside({ more: 1 })),
        '바뀐 기록이 있습니다',
        new RegExp(`순번 ${seq}`),
      ],
      [
        'another place',
        changed(
          text,
          at((entry) => ({ ...entry, seq: 0 })),
        ),
        '바뀐 기록이 있습니다',
        /순번 0 · /,
      ],
      [
        'another proof',
        changed(
          text,
          at((entry) => ({ ...entry, proof: entry.proof.with(0, toBase64(new Uint8Array(32))) })),
        ),
        '바뀐 기록이 있습니다',
        named,
      ],
      [
        'unreadable',
        changed(
          text,
          at((entry) => ({ ...entry, entry: null })),
        ),
        '읽을 수 없는 기록이 있습니다',
        new RegExp(`순번 ${seq}`),
      ],
      [
        'left out',
        changed(text, (all) => ({ ...all, entries: all.entries.toSpliced(target, 1) })),
        '빠진 기록이 있습니다',
        new RegExp(`순번 ${seq}의 기록 1건이 없습니다`),
      ],
      [
        'the newest cut off',
        changed(text, (all) => ({ ...all, entries: all.entries.slice(1) })),
        '빠진 기록이 있습니다',
        new RegExp(`순번 ${whole.entries.length - 1}의`),
      ],
      [
        'the oldest cut off',
        changed(text, (all) => ({ ...all, entries: all.entries.slice(0, -1) })),
        '앞부분의 기록이 없습니다',
        /처음 1건이 없습니다/,
      ],
      [
        'twice',
        changed(text, (all) => ({
          ...all,
          entries: [...all.entries, ...all.entries.slice(target, target + 1)],
        })),
        '같은 기록이 두 번 있습니다',
        named,
      ],
      [
        'no checkpoint',
        changed(text, (all) => ({ ...all, checkpoint: null })),
        '증명할 수 없는 파일입니다',
        /서명된 확인점이 없거나/,
      ],
      [
        'another size',
        changed(text, (all) => ({
          ...all,
          checkpoint: (all.checkpoint ?? '').replace(/\n\d+\n/, '\n9999\n'),
        })),
        '서명이 맞지 않습니다',
        /어떤 기록도 증명되지 않습니다/,
      ],
      [
        'another key',
        changed(text, (all) => ({ ...all, publicKey: toBase64(new Uint8Array(32).fill(1)) })),
        '서명이 맞지 않습니다',
        /어떤 기록도 증명되지 않습니다/,
      ],
    ]
    await page.goto('/verify')
    for (const [what, bytes, title, says] of cases) {
      await drop(page, file(`${what}.json`, bytes))
      await expect(card(page, title), what).toContainText(`${what}.json`)
      await expect(card(page, title), what).toContainText(says)
      await expect(page.getByText('서명된 그대로입니다', { exact: true })).toHaveCount(0)
      await expect(card(page, '모든 기록이 서명된 그대로입니다'), what).toHaveCount(0)
    }
  },
)

story(
  'a checkpoint that was kept is compared: one that holds, one of another room, one that another history was signed by',
  async ({ watched: { page, wire }, rooms, url }) => {
    await allSigned(wire)
    const early = await noteOf(wire)
    await wire.makeFolder('나중에 만든 폴더')
    await allSigned(wire)
    const text = await exportOf(wire)
    await page.goto('/verify')
    const good = card(page, '모든 기록이 서명된 그대로입니다')
    await drop(page, file('history.json', text), file('checkpoint.txt', early))
    await expect(good).toContainText('이 파일과 맞습니다. 그때까지의 기록이 지금도 그대로입니다.')

    await page.getByText('메일로 받은 확인점 붙여넣기').click()
    const field = page.getByRole('textbox', { name: '확인점' })
    await field.fill('안녕하세요.')
    await expect(page.getByText('확인점을 찾지 못했습니다.')).toBeVisible()
    // Mail programs quote text this way.
    await field.fill(`> ${early.replaceAll('\n', '\r\n> ').replace(/.{70}(?==)/g, '$&\r\n> ')}`)
    await expect(page.getByText('확인점 1개를 읽었습니다.')).toBeVisible()
    await drop(page, file('history.json', text))
    await expect(good).toContainText('이 파일과 맞습니다.')
    await field.fill('')

    const stranger = await enterAsOperator(url, await rooms.make('다른 룸'))
    await allSigned(stranger)
    const bad = card(page, '보관한 확인점과 맞지 않습니다')
    await drop(page, file('history.json', text), file('checkpoint.txt', await noteOf(stranger)))
    await expect(bad).toContainText('다른 데이터룸의 확인점입니다.')
    await drop(
      page,
      file('history.json', text),
      file('checkpoint.txt', early.replace(/\n\d+\n/, '\n1\n')),
    )
    await expect(bad).toContainText('서명이 맞지 않습니다.')

    // A partial export proves nothing, nor does a file without entries for a later checkpoint.
    const part = await exportOf(wire, { type: 'gate' })
    await drop(page, file('part.json', part), file('checkpoint.txt', early))
    const some = card(page, '전체가 아닌 일부 기록입니다')
    await expect(some).toContainText('이 파일만으로는 맞는지 알 수 없습니다.')
    await expect(some).toContainText(
      "조건에 따라 일부만 내보낸 파일입니다 (종류 '운영자 화면 열기').",
    )
    await expect(some).toHaveAttribute('data-tone', 'warn')
    await drop(
      page,
      file(
        'part.json',
        changed(part, (all) => ({ ...all, filter: { type: 'login' } })),
      ),
    )
    await expect(card(page, '조건에 맞지 않는 기록이 있습니다')).toContainText('순번')
    await allSigned(wire)
    const late = await noteOf(wire)
    await drop(page, file('history.json', text), file('checkpoint.txt', late))
    const behind = card(page, '보관한 확인점에 기록이 더 많습니다')
    await expect(behind).toHaveAttribute('data-tone', 'warn')
    await expect(behind).toContainText(
      '이 파일이 확인점보다 먼저 내보낸 것이거나, 뒷부분의 기록이 잘려 나간 것입니다.',
    )
    await expect(good).toHaveCount(0)
    // An export made after a checkpoint contains fewer entries, as after a rollback of the log.
    const rolledBack = changed(text, (all) => ({
      ...all,
      exportedAt: new Date(Date.parse(all.exportedAt) + 3_600_000).toISOString(),
    }))
    await drop(page, file('history.json', rolledBack), file('checkpoint.txt', late))
    await expect(bad).toContainText('기록이 예전 상태로 되돌려졌습니다.')
    await expect(good).toHaveCount(0)
    // Equal names from two rooms must not conflict.
    await drop(page, file('history.json', text), file('history.json', await exportOf(stranger)))
    await expect(good).toHaveCount(2)

    await drop(page, file('a.txt', early))
    await expect(card(page, '확인점만 있습니다')).toContainText('sealroom/log/')
    const [, size = '', root = ''] = early.split('\n')
    const forged = early.replace(root, toBase64(new Uint8Array(32).fill(9)))
    await drop(page, file('a.txt', early), file('b.txt', forged))
    await expect(card(page, '두 확인점이 서로 다릅니다')).toContainText(`${size}건`)
  },
)
