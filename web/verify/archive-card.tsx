import { formatRoomTimeIn } from '../../contract/core/room-time.ts'
import { scopeOf, titleOf } from '../../contract/proof/archive-words.ts'
import { isWholeArchive } from '../../contract/proof/verify-archive.ts'
import { useTranslation } from '../lib/i18n.ts'
import { Card, Fact, NoteLine, ZONE } from './card.tsx'
import type { ArchiveFinding } from './check-archive.ts'

const NAMED = 20

export function ArchiveCard({
  result: { name, verdict, fingerprint },
}: {
  readonly result: ArchiveFinding
}) {
  const { t, language } = useTranslation()
  const { fault, manifest, signed, checked, changed, missing, extra } = verdict
  const isWhole = isWholeArchive(verdict)
  return (
    <Card tone={isWhole ? 'good' : 'bad'} title={titleOf(verdict, language)} name={name}>
      <p>
        {fault
          ? t(`verify.archive${fault}`)
          : t(isWhole ? 'verify.archiveWholeText' : 'verify.archiveChangedText', {
              count: checked,
            })}
      </p>
      <Paths title={t('verify.archiveChanged')} paths={changed} />
      <Paths title={t('verify.archiveMissing')} paths={missing} />
      <Paths title={t('verify.archiveExtra')} paths={extra} />
      {manifest && (
        <dl className="verify-facts">
          <Fact name={t('verify.room')} hint={t('verify.archiveRoomHint')}>
            {manifest.roomName} ({manifest.roomNo})
          </Fact>
          <Fact name={t('verify.archiveOf')}>{scopeOf(manifest, { language, zone: ZONE })}</Fact>
          {signed && (
            <>
              <Fact name={t('verify.archiveFiles')}>{signed.size.toLocaleString('en')}</Fact>
              <Fact name={t('verify.signedAt')}>
                {formatRoomTimeIn(new Date(signed.at), language, ZONE)}
              </Fact>
            </>
          )}
          <Fact name={t('verify.fingerprint')} hint={t('verify.fingerprintHint')}>
            <code>{fingerprint}</code>
          </Fact>
        </dl>
      )}
    </Card>
  )
}

function Paths({ title, paths }: { readonly title: string; readonly paths: readonly string[] }) {
  const { t } = useTranslation()
  if (paths.length === 0) return null
  return (
    <>
      <h3 className="verify-signature">
        {title} ({paths.length.toLocaleString('en')})
      </h3>
      <ul className="verify-notes">
        {paths.slice(0, NAMED).map((path) => (
          <NoteLine key={path} tone="bad">
            {path}
          </NoteLine>
        ))}
      </ul>
      {paths.length > NAMED && (
        <p className="meta">{t('verify.archiveMore', { count: paths.length - NAMED })}</p>
      )}
    </>
  )
}
