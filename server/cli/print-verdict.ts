import { describeArchive } from '../../contract/proof/archive-words.ts'
import { describeCertificate } from '../../contract/proof/certificate-words.ts'
import { hashInGroups } from '../../contract/proof/checkpoint.ts'
import type { CertificateVerdict } from '../../contract/proof/destruction.ts'
import type { ExportHead } from '../../contract/proof/history-export.ts'
import { describeNote, describeVerdict } from '../../contract/proof/verdict-words.ts'
import type { ArchiveVerdict } from '../../contract/proof/verify-archive.ts'
import type { ExportVerdict } from '../../contract/proof/verify-export.ts'
import { sha256 } from '../platform/encryption/node-crypto.ts'

const WORDS = {
  ko: {
    room: '데이터룸 (서명되지 않은 이름)',
    log: '기록',
    size: '기록 수',
    at: '서명 일시',
    root: '루트 해시',
    key: '서명 키 지문',
  },
  en: {
    room: 'Data room (name not signed)',
    log: 'Log',
    size: 'Entries',
    at: 'Signed at',
    root: 'Root hash',
    key: 'Key fingerprint',
  },
} as const

/** Text from persons must not control the terminal. */
const CONTROL = /[^\P{Cc}\n]/gu

/** @param zone IANA name */
export function verdictText(verdict: ExportVerdict, head: ExportHead, zone: string): string {
  const parts = (['ko', 'en'] as const).map((language) => {
    const { title, lines } = describeVerdict(verdict, head, { language, zone })
    const notes = verdict.notes.map((note) => describeNote(note, { language, zone }))
    return [title, ...lines, ...notes, ...factsOf(verdict, head, WORDS[language])].join('\n')
  })
  return parts.join('\n\n').replace(CONTROL, '')
}

export function certificateText(verdict: CertificateVerdict, zone: string): string {
  const key = verdict.publicKey === undefined ? [] : [fingerprintOf(verdict.publicKey)]
  const parts = (['ko', 'en'] as const).map((language) => {
    const { title, lines } = describeCertificate(verdict, { language, zone })
    return [title, ...lines, ...key.map((hash) => `${WORDS[language].key}: ${hash}`)].join('\n')
  })
  return parts.join('\n\n').replace(CONTROL, '')
}

export function archiveText(verdict: ArchiveVerdict, zone: string): string {
  const { manifest } = verdict
  const parts = (['ko', 'en'] as const).map((language) => {
    const { title, lines } = describeArchive(verdict, { language, zone })
    const key = manifest ? [`${WORDS[language].key}: ${fingerprintOf(manifest.publicKey)}`] : []
    return [title, ...lines, ...key].join('\n')
  })
  return parts.join('\n\n').replace(CONTROL, '')
}

export function archiveJson({ manifest, signed, ...rest }: ArchiveVerdict): string {
  const { files, ...head } = manifest ?? {}
  return JSON.stringify({
    ...rest,
    manifest: manifest && head,
    signed: signed && { ...signed, root: Buffer.from(signed.root).toString('hex') },
  })
}

const fingerprintOf = (publicKey: string): string =>
  hashInGroups(sha256(Buffer.from(publicKey, 'base64')))

function factsOf(
  { head: checkpoint }: ExportVerdict,
  head: ExportHead,
  words: (typeof WORDS)['ko' | 'en'],
): string[] {
  if (!checkpoint) return []
  return [
    `${words.room}: ${head.roomName} (${head.roomNo})`,
    `${words.log}: ${checkpoint.origin}`,
    `${words.size}: ${checkpoint.size}`,
    `${words.at}: ${checkpoint.at}`,
    `${words.root}: ${hashInGroups(checkpoint.root)}`,
    `${words.key}: ${fingerprintOf(head.publicKey)}`,
  ]
}

export function verdictJson({ at, head, notes, reworded, ...rest }: ExportVerdict): string {
  const checkpoint = (found: ExportVerdict['head']) =>
    found && { ...found, root: Buffer.from(found.root).toString('hex') }
  return JSON.stringify({
    ...rest,
    at: at && { seq: at.seq, id: at.id, at: at.entry?.at },
    reworded: { count: reworded.count, first: reworded.first?.seq ?? null },
    head: checkpoint(head),
    notes: notes.map(({ state, checkpoint: known }) => ({ state, checkpoint: checkpoint(known) })),
  })
}
