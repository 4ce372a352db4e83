import { useEffect, useRef } from 'react'
import { formatRoomTimeIn } from '../../contract/core/room-time.ts'
import { hashInGroups } from '../../contract/proof/checkpoint.ts'
import { describeNote, describeVerdict } from '../../contract/proof/verdict-words.ts'
import type { NoteState } from '../../contract/proof/verify-export.ts'
import { useTranslation } from '../lib/i18n.ts'
import { ArchiveCard } from './archive-card.tsx'
import { Card, Fact, NoteLine, type Tone, ZONE } from './card.tsx'
import { CertificateCard } from './certificate-card.tsx'
import { compareNotes, type FileResult } from './check-files.ts'
import { EntryList } from './entry-list.tsx'
import { PdfCard } from './pdf-card.tsx'

export function Results({ results }: { readonly results: readonly FileResult[] }) {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  const exports = results.filter((result) => result.kind === 'export')
  const noted = results.filter((result) => result.kind === 'notes')
  return (
    <section ref={place} className="verify-results" aria-label={t('verify.results')} tabIndex={-1}>
      {exports.map((result) => (
        <ExportCard key={result.number} result={result} />
      ))}
      {results.map((result) => {
        if (result.kind === 'archive') return <ArchiveCard key={result.number} result={result} />
        if (result.kind === 'pdf')
          return <PdfCard key={result.number} name={result.name} verdict={result.verdict} />
        if (result.kind === 'certificate')
          return <CertificateCard key={result.number} {...result} />
        if (result.kind === 'sealed') return <SealedCard key={result.number} name={result.name} />
        if (result.kind === 'other') return <OtherCard key={result.number} result={result} />
        if (result.kind === 'notes' && result.isList && exports.length > 0) {
          return (
            <Card key={result.number} tone="warn" title={t('verify.listTitle')} name={result.name}>
              <p>{t('verify.listText')}</p>
            </Card>
          )
        }
        return null
      })}
      {exports.length === 0 && noted.length > 0 && <NotesCard results={noted} />}
    </section>
  )
}

const toneOf = (state: NoteState): Tone =>
  state === 'kept' ? 'good' : state === 'unproven' || state === 'later' ? 'warn' : 'bad'

function ExportCard({ result }: { readonly result: Extract<FileResult, { kind: 'export' }> }) {
  const { t, language } = useTranslation()
  const { head, verdict, fingerprint, entries } = result
  const telling = { language, zone: ZONE }
  const { tone, title, lines } = describeVerdict(verdict, head, telling)
  const checkpoint = verdict.head
  return (
    <Card tone={tone} title={title} name={result.name}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {verdict.notes.length > 0 && (
        <ul className="verify-notes">
          {verdict.notes.map((note) => (
            <NoteLine
              key={`${note.checkpoint?.size} ${note.checkpoint?.at} ${note.checkpoint?.root}`}
              tone={toneOf(note.state)}
            >
              {describeNote(note, telling)}
            </NoteLine>
          ))}
        </ul>
      )}
      <dl className="verify-facts">
        <Fact name={t('verify.room')} hint={t('verify.roomHint')}>
          {head.roomName} ({head.roomNo})
        </Fact>
        {checkpoint && (
          <>
            <Fact name={t('verify.log')}>
              <code>{checkpoint.origin}</code>
            </Fact>
            <Fact name={t('verify.size')}>{t('verify.sizeValue', { count: checkpoint.size })}</Fact>
            <Fact name={t('verify.signedAt')}>
              {formatRoomTimeIn(new Date(checkpoint.at), language, ZONE)}
            </Fact>
            <Fact name={t('verify.root')}>
              <code>{hashInGroups(checkpoint.root)}</code>
            </Fact>
          </>
        )}
        <Fact name={t('verify.fingerprint')} hint={t('verify.fingerprintHint')}>
          <code>{fingerprint}</code>
        </Fact>
      </dl>
      {entries.length > 0 && <EntryList entries={entries} count={verdict.checked} zone={ZONE} />}
    </Card>
  )
}

function SealedCard({ name }: { readonly name: string }) {
  const { t } = useTranslation()
  return (
    <Card tone="warn" title={t('verify.sealedTitle')} name={name}>
      <p>{t('verify.sealedText')}</p>
      <p>
        <code>age -d -o archive.zip {name}</code>
      </p>
    </Card>
  )
}

function OtherCard({
  result: { name, reason, line },
}: {
  readonly result: Extract<FileResult, { kind: 'other' }>
}) {
  const { t } = useTranslation()
  const text =
    reason === 'broken' && line === undefined
      ? t('verify.brokenSomewhere')
      : t(`verify.${reason}Text`, { line: line ?? 0 })
  return (
    <Card
      tone={reason === 'other' || reason === 'zip' ? 'warn' : 'bad'}
      title={t(`verify.${reason}Title`)}
      name={name}
    >
      <p>{text}</p>
    </Card>
  )
}

function NotesCard({
  results,
}: {
  readonly results: readonly Extract<FileResult, { kind: 'notes' }>[]
}) {
  const { t, language } = useTranslation()
  const compared = compareNotes(results.flatMap(({ notes }) => notes))
  const isContradicted = compared.some(({ contradicted }) => contradicted)
  const what = isContradicted
    ? 'contradict'
    : results.some(({ isList }) => isList)
      ? 'list'
      : 'notes'
  return (
    <Card tone={isContradicted ? 'bad' : 'warn'} title={t(`verify.${what}Title`)}>
      <p>{t(`verify.${what}Text`)}</p>
      {compared.map(({ origin, size, at, root }) => (
        <dl key={`${origin} ${size} ${root} ${at}`} className="verify-facts">
          <Fact name={t('verify.log')}>
            <code>{origin}</code>
          </Fact>
          <Fact name={t('verify.size')}>{t('verify.sizeValue', { count: size })}</Fact>
          <Fact name={t('verify.signedAt')}>{formatRoomTimeIn(new Date(at), language, ZONE)}</Fact>
          <Fact name={t('verify.root')}>
            <code>{root}</code>
          </Fact>
        </dl>
      ))}
    </Card>
  )
}
