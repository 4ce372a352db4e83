import { tellCertificate } from '../../contract/proof/certificate-words.ts'
import { hashInGroups } from '../../contract/proof/checkpoint.ts'
import type { CertificateVerdict } from '../../contract/proof/destruction.ts'
import type { ExportHead } from '../../contract/proof/history-export.ts'
import { tellNote, tellVerdict } from '../../contract/proof/verdict-words.ts'
import type { Verdict } from '../../contract/proof/verify-export.ts'
import { sha256 } from '../platform/crypto/proof-means.ts'

const WORDS = {
  ko: { room: '데이터룸', log: '기록', size: '기록 수', at: '서명 일시', root: '루트 해시', key: '서명 키 지문' },
  en: { room: 'Data room', log: 'Log', size: 'Entries', at: 'Signed at', root: 'Root hash', key: 'Fingerprint of the key' },
} as const

/** What people wrote must not give commands to the terminal. */
const CONTROL = /[^\P{Cc}\n]/gu

/** A verdict as a person reads it on a terminal: all in Korean, then all in English. @param zone IANA name in which times are told */
export function verdictText(verdict: Verdict, head: ExportHead, zone: string): string {
  const parts = (['ko', 'en'] as const).map((language) => {
    const { title, lines } = tellVerdict(verdict, head, { language, zone })
    const notes = verdict.notes.map((note) => tellNote(note, { language, zone }))
    return [title, ...lines, ...notes, ...factsOf(verdict, head, WORDS[language])].join('\n')
  })
  return parts.join('\n\n').replace(CONTROL, '')
}

/** The same of a certificate of destruction. */
export function certificateText(verdict: CertificateVerdict, zone: string): string {
  const key = verdict.publicKey === undefined ? [] : [hashInGroups(sha256(Buffer.from(verdict.publicKey, 'base64')))]
  const parts = (['ko', 'en'] as const).map((language) => {
    const { title, lines } = tellCertificate(verdict, { language, zone })
    return [title, ...lines, ...key.map((hash) => `${WORDS[language].key}: ${hash}`)].join('\n')
  })
  return parts.join('\n\n').replace(CONTROL, '')
}

function factsOf({ head: checkpoint }: Verdict, head: ExportHead, words: (typeof WORDS)['ko' | 'en']): string[] {
  if (!checkpoint) return []
  return [
    `${words.room}: ${head.roomName} (${head.roomNo})`,
    `${words.log}: ${checkpoint.origin}`,
    `${words.size}: ${checkpoint.size}`,
    `${words.at}: ${checkpoint.at}`,
    `${words.root}: ${hashInGroups(checkpoint.root)}`,
    `${words.key}: ${hashInGroups(sha256(Buffer.from(head.publicKey, 'base64')))}`,
  ]
}

/** The same for a program: hashes in hex, nothing of what an entry says but its place, id and time. */
export function verdictJson({ at, head, notes, ...rest }: Verdict): string {
  const checkpoint = (found: Verdict['head']) => found && { ...found, root: Buffer.from(found.root).toString('hex') }
  return JSON.stringify({
    ...rest,
    at: at && { seq: at.seq, id: at.id, at: at.entry?.at },
    head: checkpoint(head),
    notes: notes.map(({ state, checkpoint: known }) => ({ state, checkpoint: checkpoint(known) })),
  })
}
