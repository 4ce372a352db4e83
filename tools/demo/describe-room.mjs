import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { textOf } from '../lib/project.mjs'

/** Hangul takes two columns. */
const columnsOf = (text) =>
  [...text].reduce(
    (sum, character) =>
      sum + (/[\u1100-\u11ff\u3000-\u9fff\uac00-\ud7af\uff00-\uff60]/.test(character) ? 2 : 1),
    0,
  )

const pad = (text, columns) => text + ' '.repeat(Math.max(0, columns - columnsOf(text)))

function inColumns(rows) {
  const widths = rows[0].map((_, index) => Math.max(...rows.map((row) => columnsOf(row[index]))))
  return rows.map((row) =>
    row
      .map((text, index) => pad(text, widths[index]))
      .join('   ')
      .trimEnd(),
  )
}

function rightsOf({ print, download, blocked, entered }) {
  if (blocked) return '접근 차단 · blocked'
  const korean = ['열람', ...(print ? ['인쇄'] : []), ...(download ? ['다운로드'] : [])].join('·')
  const english = ['read', ...(print ? ['print'] : []), ...(download ? ['download'] : [])].join(
    ', ',
  )
  return `${korean} · ${english}${entered ? '' : ' (입장 전 · has not entered yet)'}`
}

export function linesOf({ url, name, roomNo, cast }) {
  const known = ({ pin }) => pin !== undefined
  const operators = cast.operators
    .filter(known)
    .map((person) => [person.name, person.pin, person.code ?? '-'])
  const participants = cast.participants
    .filter(known)
    .map((person) => [person.name, person.pin, person.division, rightsOf(person)])
  return [
    `주소 · Address      ${url}`,
    `데이터룸 · Room     ${name} (${roomNo})`,
    '',
    ...inColumns([['운영자 · Operator', 'PIN', '운영자 코드 · Operator code'], ...operators]),
    '',
    ...inColumns([
      ['참여자 · Participant', 'PIN', '소속 · Firm', '권한 · Permissions'],
      ...participants,
    ]),
    '',
    '워터마크가 켜진 동안에는 누구도 원본을 다운로드하지 않습니다 · While the watermark is on, nobody can download originals.',
  ]
}

/** Only this account can read the file. The PINs of earlier rooms exist nowhere else. */
export function writePrivately(dataDir, lines) {
  const file = path.join(dataDir, 'demo-room.txt')
  const earlier = textOf(file)
  rmSync(`${file}.new`, { force: true })
  writeFileSync(
    `${file}.new`,
    [...lines, '', ...(earlier === undefined ? [] : [earlier])].join('\n'),
    {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    },
  )
  renameSync(`${file}.new`, file)
  return file
}
